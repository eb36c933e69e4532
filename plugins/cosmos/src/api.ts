/** An account in the form of cosmjs signers. */
export interface CosmosAccount {
  readonly address: string
  readonly algo: 'secp256k1' | 'ed25519' | 'sr25519'
  readonly pubkey: Uint8Array
}
/** A signature and the public key that verifies it. */
export interface CosmosSignature {
  readonly pub_key: { readonly type: string; readonly value: unknown }
  /** 64 bytes in base64. */
  readonly signature: string
}
/** The document that `signDirect` signs: `SignDoc` of cosmos.tx.v1beta1. */
export interface DirectSignDoc {
  bodyBytes: Uint8Array
  authInfoBytes: Uint8Array
  chainId: string
  accountNumber: bigint
}
/** The document that `signAmino` signs: `StdSignDoc` of Amino. */
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

/**
 * An `OfflineSigner` of cosmjs for the connected wallet:
 * `SigningStargateClient.connectWithSigner(url, provider)` takes it as it is.
 */
export interface CosmosProvider {
  getAccounts(): Promise<readonly CosmosAccount[]>
  /** The wallet may change fee and memo: the signature is of `signed`. */
  signDirect(
    signerAddress: string,
    signDoc: DirectSignDoc,
  ): Promise<{ signed: DirectSignDoc; signature: CosmosSignature }>
  signAmino(
    signerAddress: string,
    signDoc: AminoSignDoc,
  ): Promise<{ signed: AminoSignDoc; signature: CosmosSignature }>
  /** Signs a message that is not a transaction (ADR-36). */
  signArbitrary(signerAddress: string, data: string | Uint8Array): Promise<CosmosSignature>
}

/** The API of this plugin for hosts: `kernel.plugins.cosmos`. */
export interface CosmosApi {
  /** Signs on the network in use. */
  readonly provider: CosmosProvider
  /** Signs on a network by its CAIP-2 id, or on the network in use. */
  getProvider(network?: string): CosmosProvider
}
