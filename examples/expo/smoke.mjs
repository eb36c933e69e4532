/** A module that hands out the app's logic, without its components. */
export const entry = `
import { completeAbortSignals } from './src/abortSignals'
import { createHost } from './src/host'

completeAbortSignals()
Object.assign(globalThis, { createHost })
`
const WALLET = { name: 'Phone', link: 'https://wallet.example/' }

function demand(isSo, what) {
  if (!isSo) throw new Error(what)
}

/** Waits until the app shows this address, or nobody's. */
async function waitForAddress({ kernel: { ports } }, wanted) {
  const end = Date.now() + 20_000
  while (ports.connections.get().restoring || ports.accounts.active()?.address !== wanted) {
    demand(Date.now() < end, `${ports.accounts.active()?.address} is connected, not ${wanted}`)
    await new Promise((resolve) => setTimeout(resolve, 20))
  }
}

/**
 * A deep link hands the code to a wallet, which refuses, then connects and signs, is opened for each
 * request, is still there when the app is started again, and disconnects.
 */
export async function smoke({ start, phone, relayUrl, storage, verifyText }) {
  const links = []
  const openUrl = async (link) => {
    links.push(link)
    const uri = new URL(link).searchParams.get('uri')
    if (uri) await phone.pair(uri)
  }
  const startApp = () => start(openUrl).createHost({ openUrl, storage, relayUrl })
  const first = startApp()
  await waitForAddress(first, undefined)
  phone.follow('reject')
  const refusal = await first.connect(WALLET).catch(({ code }) => code)
  demand(refusal === 'wallet.user_rejected', `the wallet refused, and the app says ${refusal}`)

  phone.follow('approve')
  await first.connect(WALLET)
  const { address } = first.kernel.ports.accounts.active()
  await verifyText(address, 'Hello', await first.sign('Hello'))
  const [refused, taken, opened] = links
  for (const link of [refused, taken])
    demand(/^https:\/\/wallet\.example\/wc\?uri=wc%3A/.test(link), `${link} was opened`)
  demand(opened?.startsWith(WALLET.link) && links.length === 3, `${links.join()} were opened`)
  first.kernel.dispose()

  const again = startApp()
  await waitForAddress(again, address)
  await verifyText(address, 'Again', await again.sign('Again'))
  await again.kernel.disconnect()
  await waitForAddress(again, undefined)
  again.kernel.dispose()
}
