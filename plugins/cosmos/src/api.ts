import type { PluginContext } from '@latchkey/plugin-api'

/** An account as cosmjs signers list it. */
export interface CosmosAccount {
  readonly address: string
  readonly algo: 'secp256k1' | 'ed25519' | 'sr25519'
  readonly pubkey: Uint8Array
}
export interface CosmosSignature {
  readonly pub_key: { readonly type: string; readonly value: unknown }
  /** Base64 of 64 bytes. */
  readonly signature: string
}
export interface DirectSignDoc {
  bodyBytes: Uint8Array
  authInfoBytes: Uint8Array
  chainId: string
  accountNumber: bigint
}
export interface AminoSignDoc {
  readonly chain_id: string
  readonly account_number: string
  readonly sequence: string
  readonly fee: {
    readonly amount: readonly { readonly denom: string; readonly amount: string }[]
    readonly gas: string
    readonly granter?: string
    readonly payer?: string
  }
  readonly msgs: readonly {
    readonly type: string
    readonly value: Readonly<Record<string, unknown>>
  }[]
  readonly memo: string
  readonly timeout_height?: string
}

/** An OfflineSigner of cosmjs over whatever wallet is connected: `SigningStargateClient.connectWithSigner(url, provider)` takes it as it is. */
export interface CosmosProvider {
  getAccounts(): Promise<readonly CosmosAccount[]>
  /** What the wallet signed may differ in fee and memo: `signed` is what belongs to the signature. */
  signDirect(
    signerAddress: string,
    signDoc: DirectSignDoc,
  ): Promise<{ signed: DirectSignDoc; signature: CosmosSignature }>
  signAmino(
    signerAddress: string,
    signDoc: AminoSignDoc,
  ): Promise<{ signed: AminoSignDoc; signature: CosmosSignature }>
  /** A message that is no transaction (ADR-36). */
  signArbitrary(signerAddress: string, data: string | Uint8Array): Promise<CosmosSignature>
}

export interface CosmosApi {
  /** Signs for the network in use. */
  readonly provider: CosmosProvider
  /** The same for a network by CAIP-2 id, for the one in use where none is named. */
  getProvider(network?: string): CosmosProvider
}

export function createApi(ctx: PluginContext): CosmosApi {
  const door = ctx.lazy('Cosmos provider', () => import('./provider.js'))
  const over = (network?: string): CosmosProvider => ({
    getAccounts: async () => (await door()).getAccounts(ctx, network),
    signDirect: async (...request) => (await door()).signDirect(ctx, network, ...request),
    signAmino: async (...request) => (await door()).signAmino(ctx, network, ...request),
    signArbitrary: async (...request) => (await door()).signArbitrary(ctx, network, ...request),
  })
  const provider = over()
  return { provider, getProvider: (network) => (network === undefined ? provider : over(network)) }
}
