import type { ConnectedAccount } from '@latchkey/plugin-api'
import { usePorts } from '../session/context.js'

/** Uses an account, and its chain family with it: balance and network are that one's from then on. */
export function useChooseAccount(onError: (error: unknown) => void): (account: ConnectedAccount) => void {
  const { accounts, activeNetwork, options, router } = usePorts()
  const run = async ({ connectionId, namespace, key }: ConnectedAccount): Promise<void> => {
    const top = router.get().at(-1)?.key
    await accounts.select({ connectionId, namespace, key })
    const network = activeNetwork.current(namespace)
    const isElsewhere = activeNetwork.get().namespace !== namespace
    if (isElsewhere && network?.supported && options.get().networkSwitching) await activeNetwork.switch(network.id)
    if (router.get().at(-1)?.key === top && router.get().length > 1) router.back()
  }
  return (account) => void run(account).catch(onError)
}
