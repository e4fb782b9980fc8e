import { HELPING, helpedDeposits } from './helped-deposits.ts';
import { describeSuites } from './real-nodes.ts';
import { taproot, treasuriesOf } from './taproot.ts';

describeSuites('deposit addresses', [taproot, helpedDeposits], {
  coreOptions: HELPING.coreOptions,
  settings(core) {
    const { [core.chain]: coins, ...others } = treasuriesOf(core);
    return { ...others, [core.chain]: { ...coins, ...HELPING.settings } };
  },
  signerRules: () => ({}),
});
