import { otherPerson } from '../link/errors.js'
import type { Session } from '../session/session.js'
import type { Wallet } from '../wallet/wallet.js'

type Step<A extends unknown[], T> = (...values: A) => Promise<T>

/**
 * Holds the pages to one person. Where another one signs in, or nobody is signed in any more, nothing is
 * asked of the service, sealed or read for the pages, and what is under way gives them nothing.
 * @param person ends with the person whom the pages are for
 */
export function holdPerson(
  { session, wallet }: { session: Session; wallet: Wallet },
  person: AbortSignal,
): { session: Session; wallet: Wallet } {
  const requireOwn = (): void => {
    if (person.aborted) throw otherPerson()
  }
  const own =
    <A extends unknown[], T>(step: Step<A, T>): Step<A, T> =>
    async (...values) => {
      requireOwn()
      const answer = await step(...values)
      requireOwn()
      return answer
    }
  const ask: Session['ask'] = async (route, call) => {
    requireOwn()
    const answer = await session.ask(route, call)
    requireOwn()
    return answer
  }
  return {
    session: {
      ...session,
      user: () => (person.aborted ? undefined : session.user()),
      ask,
      startConfirm: own(session.startConfirm),
      confirm: own(session.confirm),
      confirmSocial: own(session.confirmSocial),
      reload: own(session.reload),
      async end() {
        requireOwn()
        await session.end()
      },
    },
    wallet: {
      ...wallet,
      record() {
        requireOwn()
        return wallet.record()
      },
      needsChoice() {
        requireOwn()
        return wallet.needsChoice()
      },
      unlock: own(wallet.unlock),
      ways: own(wallet.ways),
      recover: own(wallet.recover),
      split: own(wallet.split),
      words: own(wallet.words),
      home: own(wallet.home),
      moveToWindow: own(wallet.moveToWindow),
    },
  }
}
