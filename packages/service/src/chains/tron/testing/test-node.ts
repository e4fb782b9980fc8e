import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { keccak_256 } from '@noble/hashes/sha3.js';
import { bytesToHex } from '@noble/hashes/utils.js';
import { copyOf, FREE_NET, type LedgerState, PARAMETERS } from './ledger-state.ts';
import { blockAnswer, infoAnswer, permissionsAnswer, transactionAnswer } from './node-answers.ts';
import { NotTaken } from './not-taken.ts';
import { delegatable, ENERGY, energyLimitOf, energyUsedBy, pairOf } from './staking.ts';
import type { TestBlock, TronTestNetwork } from './test-network.ts';
import { words } from './words.ts';

/** What is asked: each method reads what it needs. */
interface Body {
  readonly num: number;
  readonly value: string;
  readonly address: string;
  readonly transaction: string;
  readonly owner_address: string;
  readonly fromAddress: string;
  readonly toAddress: string;
  readonly contract_address: string;
  readonly function_selector: string;
  readonly parameter?: string;
}

type Method = (body: Body, blocks: readonly TestBlock[]) => object;

/** A node of a test network. It can be behind, say what is not so, or be gone. */
export class TronTestNode {
  readonly url: string;
  /** Blocks that it has not heard of yet. */
  behind = 0;
  /** Changes an answer before it is given. */
  alter: (path: string, answer: never, body: Body) => unknown = (_path, answer) => answer;
  /** What it was asked for. */
  readonly asked: string[] = [];
  private readonly network: TronTestNetwork;
  private readonly server: Server;

  private constructor(network: TronTestNetwork, server: Server) {
    this.network = network;
    this.server = server;
    this.url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  }

  static async start(network: TronTestNetwork): Promise<TronTestNode> {
    const server = createServer();
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    const node = new TronTestNode(network, server);
    server.on('request', async (request, response) => {
      const chunks: Buffer[] = [];
      for await (const chunk of request) chunks.push(chunk as Buffer);
      const text = Buffer.concat(chunks).toString();
      const path = (request.url ?? '').slice(1);
      const answer = node.answer(path, text);
      response.writeHead(answer === null ? 404 : 200, { 'content-type': 'application/json' });
      response.end(answer ?? '');
    });
    return node;
  }

  async stop(): Promise<void> {
    this.server.closeAllConnections();
    this.server.close();
    await once(this.server, 'close');
  }

  private answer(path: string, text: string): string | null {
    this.asked.push(path);
    const [part, name = ''] = path.split('/');
    const method = this.methods[name];
    if (method === undefined || (part !== 'wallet' && part !== 'walletsolidity')) return null;
    const body = (text === '' ? {} : JSON.parse(text)) as Body;
    const end = this.network.blocks.length - this.behind;
    const blocks = this.network.blocks.slice(0, part === 'wallet' ? end : end - this.network.unsolid);
    try {
      const plain = method(body, blocks.length === 0 ? this.network.blocks.slice(0, 1) : blocks);
      return JSON.stringify(this.alter(path, plain as never, body));
    } catch (error) {
      return JSON.stringify({ Error: `class org.tron.Test : ${(error as Error).message}` });
    }
  }

  private readonly methods: Readonly<Record<string, Method>> = {
    getnowblock: (_body, blocks) => blockAnswer(blocks.at(-1) as TestBlock),
    getblockbynum: ({ num }, blocks) => {
      const block = blocks[num];
      return block === undefined ? {} : blockAnswer(block);
    },
    gettransactioninfobyblocknum: ({ num }, blocks) => {
      const block = blocks[num];
      return block === undefined ? [] : block.transactions.map((each) => infoAnswer(block, each));
    },
    gettransactioninfobyid: ({ value }, blocks) => {
      const found = this.network.find(value, blocks);
      return found === null ? {} : infoAnswer(found.block, found.transaction);
    },
    gettransactionbyid: ({ value }, blocks) => {
      const found = this.network.find(value, blocks);
      return found === null ? {} : transactionAnswer(found.transaction);
    },
    gettransactionfrompending: ({ value }) => {
      const found = this.network.pending.find(({ txid }) => txid === value);
      return found === undefined ? {} : transactionAnswer(found);
    },
    getaccount: ({ address }, blocks) => {
      const account = stateOf(blocks).accounts.get(address);
      if (account === undefined) return {};
      return {
        address,
        ...(account.isContract && { type: 'Contract' }),
        ...(account.balance > 0n && { balance: Number(account.balance) }),
        create_time: 1_575_710_586_000,
        ...(account.permissions.length > 0 && { active_permission: permissionsAnswer(account.permissions) }),
      };
    },
    getaccountresource: ({ address }, blocks) => {
      const account = stateOf(blocks).accounts.get(address);
      if (account === undefined) return {};
      const [used, limit] = [energyUsedBy(account, timeOf(blocks)), energyLimitOf(account)];
      return {
        ...(account.freeNetUsed > 0 && { freeNetUsed: account.freeNetUsed }),
        freeNetLimit: FREE_NET,
        ...(account.netUsed > 0 && { NetUsed: account.netUsed }),
        ...(account.netLimit > 0 && { NetLimit: account.netLimit }),
        TotalNetLimit: 43_200_000_000,
        TotalNetWeight: 26_982_826_755,
        ...(used > 0 && { EnergyUsed: used }),
        ...(limit > 0 && { EnergyLimit: limit }),
        TotalEnergyLimit: Number(ENERGY.limit),
        TotalEnergyWeight: Number(ENERGY.weight),
      };
    },
    getcandelegatedmaxsize: ({ owner_address }, blocks) => {
      const account = stateOf(blocks).accounts.get(owner_address);
      const most = account === undefined ? 0n : delegatable(account, timeOf(blocks));
      return most > 0n ? { max_size: Number(most) } : {};
    },
    getdelegatedresourcev2: ({ fromAddress, toAddress }, blocks) => {
      const lent = stateOf(blocks).loans.get(pairOf(fromAddress, toAddress)) ?? 0n;
      if (lent === 0n) return {};
      const loan = { from: fromAddress, to: toAddress, frozen_balance_for_energy: Number(lent) };
      return { delegatedResource: [loan] };
    },
    getchainparameters: () => ({
      chainParameter: Object.entries(PARAMETERS).map(([key, value]) => ({ key, value })),
    }),
    triggerconstantcontract: (body, blocks) => this.simulate(body, stateOf(blocks)),
    broadcasthex: ({ transaction }) => this.take(transaction),
  };

  private take(transaction: string): object {
    try {
      const txid = this.network.submit(transaction);
      return { result: true, code: 'SUCCESS', message: '', transaction: '{}', txid };
    } catch (error) {
      if (!(error instanceof NotTaken)) throw error;
      return { result: false, code: error.code, message: error.message, transaction: '{}', txid: '' };
    }
  }

  private simulate(body: Body, state: LedgerState): object {
    const { owner_address, contract_address, function_selector, parameter = '' } = body;
    const code = this.network.contracts.get(contract_address);
    if (code === undefined)
      return {
        result: { code: 'CONTRACT_VALIDATE_ERROR', message: words('Smart contract is not exist.') },
      };
    const selector = bytesToHex(keccak_256(new TextEncoder().encode(function_selector))).slice(0, 8);
    const outcome = code({
      state: copyOf(state),
      contract: contract_address,
      caller: owner_address,
      data: `${selector}${parameter}`,
    });
    const { energy, result = '', logs, isReverted } = outcome;
    return {
      result: { result: true, ...(isReverted && { message: words('REVERT opcode executed') }) },
      energy_used: energy,
      constant_result: [result],
      ...(logs && { logs }),
      transaction: {
        ret: [isReverted ? { ret: 'FAILED' } : {}],
        visible: false,
        txID: '00'.repeat(32),
        raw_data: {},
        raw_data_hex: '',
      },
    };
  }
}

function stateOf(blocks: readonly TestBlock[]): LedgerState {
  return (blocks.at(-1) as TestBlock).state;
}

function timeOf(blocks: readonly TestBlock[]): number {
  return (blocks.at(-1) as TestBlock).timeMs;
}
