/**
 * The chain families that the specification names. An unknown namespace gets the account type `eoa`,
 * and everything else from its `AdapterRegistration`.
 * @packageDocumentation
 */

/** Name, decimals and first account type of the known chain families, by namespace. */
export const knownNamespaces: Readonly<
  Record<
    string,
    {
      label: string
      /** Decimals of the native currency. */
      decimals?: number
      /** The type of account that is used first where a wallet has several. */
      accountType: 'eoa' | 'smartAccount' | 'payment'
    }
  >
> = {
  eip155: { label: 'EVM', decimals: 18, accountType: 'smartAccount' },
  solana: { label: 'Solana', decimals: 9, accountType: 'eoa' },
  bip122: { label: 'Bitcoin', decimals: 8, accountType: 'payment' },
  polkadot: { label: 'Polkadot', accountType: 'eoa' },
  cosmos: { label: 'Cosmos', accountType: 'eoa' },
}
