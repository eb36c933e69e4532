// A shop that knows @walletconnect/universal-provider and nothing of Latchkey.
import { PublicKey, SystemProgram, Transaction } from '@solana/web3.js'
import type UniversalProvider from '@walletconnect/universal-provider'
import { stringToHex, toHex } from 'viem'

const EVENTS = ['display_uri', 'connect', 'disconnect', 'accountsChanged', 'chainChanged'] as const

/** @returns what the shop's buttons do */
export function openShop(provider: UniversalProvider) {
  const heard: string[] = []
  for (const event of EVENTS) provider.on(event, () => void heard.push(event))
  const chainOf = (namespace: string): string =>
    provider.session?.namespaces[namespace]?.chains?.[0] ?? ''
  const accountOf = (namespace: string): string =>
    provider.session?.namespaces[namespace]?.accounts[0]?.split(':')[2] ?? ''
  return {
    heard,
    topic: () => provider.session?.topic,
    accountOf,
    connect: (evm: string[], solana: string[]) =>
      provider.connect({
        optionalNamespaces: {
          eip155: {
            chains: evm,
            methods: ['personal_sign', 'eth_sendTransaction', 'eth_signTypedData_v4'],
            events: ['chainChanged', 'accountsChanged'],
          },
          solana: {
            chains: solana,
            methods: ['solana_signMessage', 'solana_signAndSendTransaction'],
            events: [],
          },
        },
      }),
    disconnect: () => provider.disconnect(),
    signEvm: (message: string) =>
      provider.request<string>({
        method: 'personal_sign',
        params: [stringToHex(message), accountOf('eip155')],
      }),
    typedData: () =>
      provider.request({ method: 'eth_signTypedData_v4', params: [accountOf('eip155'), '{}'] }),
    sendEvm: (to: string, value: string, chain: string) =>
      provider.request<string>(
        {
          method: 'eth_sendTransaction',
          params: [{ from: accountOf('eip155'), to, value: toHex(BigInt(value)) }],
        },
        chain,
      ),
    balance: (address: string, chain: string) =>
      provider.request<string>({ method: 'eth_getBalance', params: [address, 'latest'] }, chain),
    setDefaultChain: (chain: string) => provider.setDefaultChain(chain),
    chainId: () => provider.request<number>({ method: 'eth_chainId' }),
    /** @param message 32 bytes, which web3.js writes in base58 */
    signSolana: async (message: string) => {
      const { signature } = await provider.request<{ signature: string }>(
        {
          method: 'solana_signMessage',
          params: {
            pubkey: accountOf('solana'),
            message: new PublicKey(new TextEncoder().encode(message)).toBase58(),
          },
        },
        chainOf('solana'),
      )
      return signature
    },
    sendSolana: async (to: string, lamports: number) => {
      const chain = chainOf('solana')
      const { value } = await provider.request<{ value: { blockhash: string } }>(
        { method: 'getLatestBlockhash', params: [] },
        chain,
      )
      const from = new PublicKey(accountOf('solana'))
      const transaction = new Transaction({
        feePayer: from,
        blockhash: value.blockhash,
        lastValidBlockHeight: 0,
      }).add(SystemProgram.transfer({ fromPubkey: from, toPubkey: new PublicKey(to), lamports }))
      const bytes = transaction.serialize({ requireAllSignatures: false })
      const { signature } = await provider.request<{ signature: string }>(
        {
          method: 'solana_signAndSendTransaction',
          params: {
            pubkey: from.toBase58(),
            transaction: btoa(String.fromCharCode(...bytes)),
          },
        },
        chain,
      )
      return signature
    },
  }
}
