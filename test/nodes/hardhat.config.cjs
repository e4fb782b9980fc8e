/** Told by `test/support/evm-kinds.ts`; a node of its own for each test file. */
const { NODE_CHAIN_ID = '31337' } = process.env;

module.exports = {
  solidity: '0.8.28',
  networks: {
    hardhat: {
      chainId: Number(NODE_CHAIN_ID),
      // Blocks are as large as those of the busiest chains: hundreds of deposits in one.
      blockGasLimit: 60_000_000,
      // Tests say themselves when a block comes.
      mining: { auto: false, interval: 0, mempool: { order: 'fifo' } },
      accounts: { mnemonic: 'test test test test test test test test test test test junk', count: 20 },
      loggingEnabled: false,
    },
  },
};
