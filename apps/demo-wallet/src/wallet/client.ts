// The wallet SDK of the protocol. It is pinned, because later versions have another licence.
import { Core } from '@walletconnect/core'
import { SignClient } from '@walletconnect/sign-client'

export type Client = Awaited<ReturnType<typeof SignClient.init>>

/** Opens the stored sessions. The socket to the relay opens with the first session or link. */
export async function openClient(relayUrl: string): Promise<Client> {
  const core = new Core({
    projectId: 'demo-wallet',
    relayUrl,
    customStoragePrefix: 'demo-wallet',
    telemetryEnabled: false,
    logger: 'silent',
  })
  // The SDK must not ask another host to verify the site.
  core.verify.register = async () => ''
  core.verify.resolve = (async () => undefined) as unknown as typeof core.verify.resolve
  const metadata = {
    name: 'Demo wallet',
    description: 'A wallet in a tab, with public keys of a local network',
    url: location.origin,
    icons: [],
  }
  return SignClient.init({ core: core as never, metadata, logger: 'silent' })
}
