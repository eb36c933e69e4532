import { LatchkeyError, type Caip2, type PluginContext } from '@latchkey/plugin-api'
import { toAdr36 } from '../chain/adr36.js'
import type {
  AminoSignDoc,
  CosmosAccount,
  CosmosProvider,
  CosmosSignature,
  DirectSignDoc,
} from '../api.js'
import { fromBase64 } from '../chain/bytes.js'
import { NAMESPACE } from '../chain/chains.js'
import { readAccounts, readAminoAnswer, readDirectAnswer, toWireDirect } from '../chain/wire.js'

const ask = (
  ctx: PluginContext,
  network: string | undefined,
  method: string,
  params: unknown,
): Promise<unknown> => {
  const id = (network as Caip2 | undefined) ?? ctx.activeNetwork.current(NAMESPACE)?.id
  if (!id)
    throw new LatchkeyError(
      'kernel.account_or_network_missing',
      'CaipNetwork or CaipAddress is undefined',
    )
  return ctx.connections.request({ network: id, method, params, origin: 'host' })
}

/** The keys that the wallet shows on a network. @throws `rpc.no_connection`, `wallet.*` */
export async function getAccounts(
  ctx: PluginContext,
  network?: string,
): Promise<readonly CosmosAccount[]> {
  const found = readAccounts(await ask(ctx, network, 'cosmos_getAccounts', {}))
  // cosmjs knows three names, and none for a secp256k1 key that is hashed as on Ethereum.
  return found.map(({ algo, address, pubkey }) => ({
    address,
    pubkey: fromBase64(pubkey),
    algo: algo === 'ed25519' || algo === 'sr25519' ? algo : 'secp256k1',
  }))
}

export const signDirect = async (
  ctx: PluginContext,
  network: string | undefined,
  signerAddress: string,
  doc: DirectSignDoc,
): ReturnType<CosmosProvider['signDirect']> =>
  readDirectAnswer(
    await ask(ctx, network, 'cosmos_signDirect', { signerAddress, signDoc: toWireDirect(doc) }),
  )

export const signAmino = async (
  ctx: PluginContext,
  network: string | undefined,
  signerAddress: string,
  signDoc: AminoSignDoc,
): ReturnType<CosmosProvider['signAmino']> =>
  readAminoAnswer(await ask(ctx, network, 'cosmos_signAmino', { signerAddress, signDoc }))

export const signArbitrary = async (
  ctx: PluginContext,
  network: string | undefined,
  signerAddress: string,
  data: string | Uint8Array,
): Promise<CosmosSignature> =>
  (await signAmino(ctx, network, signerAddress, toAdr36(signerAddress, data))).signature
