import { list, units } from './answers.ts';
import { type TronNode, TronRefusal } from './tron-node.ts';

/** What the network asks for, as its committee has decided. In units of TRX. */
export interface ChainParameters {
  /** For a unit of energy that is not staked for. */
  readonly energyPrice: bigint;
  /** For a byte that no bandwidth covers. */
  readonly bytePrice: bigint;
  /** For a receiver that was never used. */
  readonly activation: bigint;
  /** Beside that, where no staked bandwidth covers the transaction. */
  readonly activationBandwidth: bigint;
  /** The most that may be set as the limit of a call. */
  readonly mostFeeLimit: bigint;
}

/** As the main network has them: until a node has told. */
export const USUAL_PARAMETERS: ChainParameters = {
  energyPrice: 100n,
  bytePrice: 1_000n,
  activation: 1_000_000n,
  activationBandwidth: 100_000n,
  mostFeeLimit: 15_000_000_000n,
};

export async function readParameters(node: TronNode): Promise<ChainParameters> {
  const { chainParameter } = await node.wallet<{ chainParameter?: { key?: string; value?: number }[] }>(
    'getchainparameters',
  );
  const values = new Map(list(chainParameter).map(({ key, value }) => [key, value]));
  const required = (key: string) => {
    const value = values.get(key);
    if (value === undefined) throw new TronRefusal(`${node.host} does not tell ${key}: use another node`);
    return units(value);
  };
  return {
    energyPrice: required('getEnergyFee'),
    bytePrice: required('getTransactionFee'),
    activation: required('getCreateNewAccountFeeInSystemContract'),
    activationBandwidth: required('getCreateAccountFee'),
    mostFeeLimit: required('getMaxFeeLimit'),
  };
}
