// The object that Keplr puts at `window.keplr`: https://docs.keplr.app/api. Wallets of this family
// cannot announce themselves, so this one takes Keplr's place.
import { base64, bech32 } from '@scure/base'
import { refuse } from '../keys/types.js'
import { messageDoc } from '../keys/cosmos.js'
import type { Host } from './host.js'

interface DirectDoc {
  bodyBytes: Uint8Array
  authInfoBytes: Uint8Array
  chainId: string
  accountNumber: unknown
}

// eslint-disable-next-line max-lines-per-function -- Keplr's API, one member after the other
export function installKeplr(host: Host, chainId: string): () => void {
  const known = (ids: string | string[]): void => {
    for (const id of [ids].flat())
      if (id !== chainId) throw refuse(-32602, `There is no chain info for ${id}.`)
  }
  const sign = async (method: string, signerAddress: string, signDoc: object) =>
    (await host.perform('cosmos', { method, params: { signerAddress, signDoc } })) as {
      signature: object
    }
  const keplr = {
    version: '0.0.0',
    async enable(ids: string | string[]) {
      known(ids)
      await host.allow('cosmos')
    },
    async getKey(id: string) {
      known(id)
      if (!host.isAllowed('cosmos')) throw refuse(4100, 'This site is not permitted.')
      const [account] = (await host.key('cosmos')).accounts
      const address = Uint8Array.from(
        bech32.fromWords(bech32.decode(account!.address as `cosmos1${string}`).words),
      )
      return {
        name: 'Localnet',
        algo: 'secp256k1',
        pubKey: account!.publicKey,
        address,
        bech32Address: account!.address,
        isNanoLedger: false,
        isKeystone: false,
      }
    },
    async signDirect(id: string, signer: string, doc: DirectDoc) {
      known(id)
      const signDoc = {
        chainId: doc.chainId,
        accountNumber: String(doc.accountNumber),
        bodyBytes: base64.encode(doc.bodyBytes),
        authInfoBytes: base64.encode(doc.authInfoBytes),
      }
      return {
        signed: doc,
        signature: (await sign('cosmos_signDirect', signer, signDoc)).signature,
      }
    },
    async signAmino(id: string, signer: string, doc: object) {
      known(id)
      return { signed: doc, signature: (await sign('cosmos_signAmino', signer, doc)).signature }
    },
    async signArbitrary(id: string, signer: string, data: string | Uint8Array) {
      known(id)
      return (
        await sign(
          'cosmos_signAmino',
          signer,
          messageDoc(signer, typeof data === 'string' ? new TextEncoder().encode(data) : data),
        )
      ).signature
    },
    disable: async () => host.forget('cosmos'),
  }
  Reflect.set(host.page, 'keplr', keplr)
  return () => void Reflect.deleteProperty(host.page, 'keplr')
}
