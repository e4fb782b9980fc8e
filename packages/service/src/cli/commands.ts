import { accountList, accountSet } from './accounts.ts';
import { affiliateDue, affiliateSettle } from './affiliates.ts';
import { alarmLeave, alarmList, alarmSnooze, alarmTake, alarmWake } from './alarms.ts';
import { alertsTest } from './alerts.ts';
import { archiveRun } from './archive-run.ts';
import { archiveFind, archiveShow } from './archive-show.ts';
import { assetList, assetSet } from './assets.ts';
import { auditList } from './audit.ts';
import { backup } from './backup.ts';
import { backupCheck } from './backup-check.ts';
import { booksCorrect, payoutPaid } from './books.ts';
import { chainList, chainSet } from './chains.ts';
import { clockAccept } from './clock.ts';
import type { Command } from './command.ts';
import { configInit } from './config-init.ts';
import { configCheck, configShow } from './configuration.ts';
import { affiliateConfirm } from './confirm-scheduled.ts';
import { databaseMigrate, databaseRoles } from './database.ts';
import { depositList, depositQuarantine, depositRelease, depositReturn } from './deposits.ts';
import { doctor } from './doctor.ts';
import { explain } from './explain.ts';
import { feeList, feeRemove, feeSet } from './fees.ts';
import { haltClear, haltList, haltSet } from './halts.ts';
import { holdRelease, holdSettle, holdShow } from './hold.ts';
import { keyChange, keyCreate, keyList, keyRevoke, keyRotate } from './keys.ts';
import { languageTexts } from './languages.ts';
import { lossAcknowledge, lossList } from './losses.ts';
import { nodeList } from './nodes.ts';
import {
  operatorCreate,
  operatorDisable,
  operatorEnable,
  operatorList,
  operatorReset,
  operatorRole,
} from './operators.ts';
import { orderFreeze, orderResolve, orderShow } from './orders.ts';
import { paymentCancel, paymentList, paymentShow } from './payments.ts';
import { affiliateAddress } from './payout-address.ts';
import { priceConfirm, priceList } from './prices.ts';
import { profit } from './profit.ts';
import { proposalConfirm, proposalList, proposalShow, proposalWithdraw } from './proposals.ts';
import { orderRedirect, orderRefundEntry } from './redirect.ts';
import { refcodeCreate, refcodeList, refcodeRevoke, refcodeSet } from './refcodes.ts';
import { restore } from './restore.ts';
import { sealLogCommand } from './seal-log.ts';
import { secretsRenew } from './secrets.ts';
import { api, consoleNode, engine, start } from './serve.ts';
import { settingList, settingSet } from './settings.ts';
import { signer, signerAssets, signerGo, signerStop } from './signer.ts';
import { siteSet, siteShow, siteUndo } from './site.ts';
import { testnetDrop, testnetMine, testnetPay, testnetReorg } from './testnet.ts';
import { treasuryDrop, treasuryRetry, treasuryShow, treasuryWithdraw } from './treasury.ts';
import { treasuryPlan } from './treasury-plan.ts';
import { treasuryTarget } from './treasury-target.ts';
import { hedgeBegin, tradeList, venueBook, venueGo, venueShow } from './venues.ts';
import { walletAddresses } from './wallet-addresses.ts';
import { walletBackup, walletCreate } from './wallet-backup.ts';
import { walletDescriptors } from './wallet-descriptors.ts';
import { walletImport } from './wallet-import.ts';
import { walletRescan } from './wallet-rescan.ts';
import { walletShow } from './wallet-show.ts';
import { webhookPause, webhookRemove, webhookResume } from './webhook-pause.ts';
import { webhookAttempts, webhookResend, webhookRotate, webhookTest } from './webhook-tries.ts';
import { webhookChange, webhookCreate, webhookList } from './webhooks.ts';

/** Every command, in the order of the help. */
export const COMMANDS: readonly Command[] = [
  start,
  api,
  consoleNode,
  engine,
  signerStop,
  signerGo,
  signerAssets,
  signer,
  doctor,
  alarmList,
  alarmTake,
  alarmLeave,
  alarmSnooze,
  alarmWake,
  alertsTest,
  clockAccept,
  backupCheck,
  sealLogCommand,
  backup,
  restore,
  archiveRun,
  archiveShow,
  archiveFind,
  nodeList,
  databaseMigrate,
  databaseRoles,
  configInit,
  configCheck,
  configShow,
  explain,
  orderShow,
  orderResolve,
  orderFreeze,
  orderRedirect,
  orderRefundEntry,
  proposalList,
  proposalShow,
  proposalConfirm,
  proposalWithdraw,
  paymentList,
  paymentShow,
  paymentCancel,
  treasuryShow,
  treasuryPlan,
  treasuryTarget,
  treasuryWithdraw,
  treasuryDrop,
  treasuryRetry,
  venueShow,
  venueBook,
  venueGo,
  hedgeBegin,
  tradeList,
  profit,
  depositList,
  depositReturn,
  depositQuarantine,
  depositRelease,
  walletCreate,
  walletBackup,
  walletShow,
  walletAddresses,
  walletDescriptors,
  walletImport,
  walletRescan,
  haltList,
  haltSet,
  haltClear,
  holdShow,
  holdSettle,
  holdRelease,
  lossList,
  lossAcknowledge,
  priceList,
  priceConfirm,
  payoutPaid,
  booksCorrect,
  operatorCreate,
  operatorList,
  operatorRole,
  operatorReset,
  operatorDisable,
  operatorEnable,
  auditList,
  keyCreate,
  keyChange,
  keyRotate,
  keyList,
  keyRevoke,
  webhookList,
  webhookCreate,
  webhookChange,
  webhookRotate,
  webhookPause,
  webhookResume,
  webhookTest,
  webhookAttempts,
  webhookResend,
  webhookRemove,
  secretsRenew,
  refcodeCreate,
  refcodeList,
  refcodeRevoke,
  refcodeSet,
  affiliateAddress,
  affiliateConfirm,
  affiliateDue,
  affiliateSettle,
  accountList,
  accountSet,
  assetList,
  assetSet,
  feeList,
  feeSet,
  feeRemove,
  chainList,
  chainSet,
  settingList,
  settingSet,
  siteShow,
  siteSet,
  siteUndo,
  languageTexts,
  testnetPay,
  testnetMine,
  testnetReorg,
  testnetDrop,
];
