// The protocol's own wallet half; pinned, for later versions are under another licence.
import { Core } from '@walletconnect/core'
import { SignClient } from '@walletconnect/sign-client'

export type Client = Awaited<ReturnType<typeof SignClient.init>>

/** Opens what is stored; the socket to the relay opens with the first session or link. */
export async function openClient(relayUrl: string): Promise<Client> {
  const core = new Core({
    projectId: 'demo-wallet',
    relayUrl,
    customStoragePrefix: 'demo-wallet',
    telemetryEnabled: false,
    logger: 'silent',
  })
  // No other host is asked who the site is.
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
