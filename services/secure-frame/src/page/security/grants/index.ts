import { sentenceOf } from '../../approval/notice.js'
import type { Parts } from '../../parts.js'
import { run } from '../../rpc/requests.js'
import { accountOf } from '../../smart/account.js'
import type { GrantRecord } from '../../smart/grants/grantRecords.js'
import { MAX_ENDED } from '../../smart/grants/prepareRevoke.js'
import { loadGrantTexts } from '../../translations/grants/index.js'
import { languageOf } from '../../translations/language.js'
import type { Flow } from '../flow.js'
import { openKey } from '../recover.js'
import { isRejection, type Screen } from '../screens.js'
import { drawGrants } from './draw.js'
import { readList, type NetworkGrants } from './readList.js'

/** The grants that the person wants ended. `undefined`: the chain is asked anew. */
type Chosen = readonly GrantRecord[] | undefined
/** Said of the step before. */
type Told = Pick<Screen<Chosen>, 'error' | 'notice'>

/** Grants as they are ended: those of one network, up to 20, by one operation. */
function batchesOf(grants: readonly GrantRecord[]): readonly (readonly GrantRecord[])[] {
  const networks = [...new Set(grants.map(({ network }) => network))]
  return networks.flatMap((id) => {
    const here = grants.filter(({ network }) => network === id)
    const count = Math.ceil(here.length / MAX_ENDED)
    return Array.from({ length: count }, (_, at) =>
      here.slice(at * MAX_ENDED, (at + 1) * MAX_ENDED),
    )
  })
}

/** Waits for the chain. The person may leave: it goes on all the same. */
function waitFor({ screens }: Flow, ended: Promise<unknown>): Promise<unknown> {
  const { texts } = screens
  ended.catch(() => undefined)
  return screens.ask<unknown>({
    title: texts['security.grants'],
    texts: [texts['grants.waiting']],
    // The screen is drawn before it waits.
    body: (answer) => (queueMicrotask(() => answer(ended)), []),
    leave: texts['security.back'],
  })
}

/** Ends grants as a website has them ended: by an operation that the person approves on its card. */
async function end(flow: Flow, parts: Parts, grants: readonly GrantRecord[]): Promise<void> {
  const { screens, session, wallet } = flow
  const { origin } = parts.self.location
  const within = { self: screens.self, openKey: () => openKey(flow) }
  const options = { ...parts, session, wallet, within, asker: () => ({ origin, name: undefined }) }
  for (const batch of batchesOf(grants)) {
    const { finish } = await run(options, {
      chainId: batch[0]!.network,
      method: 'wallet_revokeExecutionPermission',
      params: batch.map(({ context }) => ({ permissionContext: context })),
      type: 'smartAccount',
      hasSmart: true,
      signal: screens.signal,
      submitted: () => undefined,
    })
    if (finish) await waitFor(flow, finish())
  }
}

/** Ends grants, and says how that went. @throws where the pages are over */
async function tryEnd(flow: Flow, parts: Parts, grants: readonly GrantRecord[]): Promise<Told> {
  const { screens, session } = flow
  try {
    await end(flow, parts, grants)
    return { notice: screens.texts['grants.revoked'] }
  } catch (failure) {
    if (screens.signal.aborted || !session.user()) throw failure
    return isRejection(failure) ? {} : { error: sentenceOf(failure, screens.texts) }
  }
}

/** Shows the grants until the person chooses what is to end. */
async function choose(
  { screens }: Flow,
  networks: readonly NetworkGrants[],
  told: Told,
): Promise<Chosen> {
  const { self, texts } = screens
  const { lang } = self.document.documentElement
  const grantTexts = await loadGrantTexts(languageOf(lang))
  const { onLine: isOnline } = self.navigator
  const served = networks.filter(({ isServed }) => isServed)
  const all = served.flatMap(({ listed }) => listed.map(({ record }) => record))
  const isUnread = networks.some(({ listed }) => listed.some(({ state }) => !state))
  return screens.ask<Chosen>({
    title: texts['security.grants'],
    texts: [
      texts['grants.where'],
      ...(networks.length ? [] : [texts['grants.none']]),
      ...(isOnline ? [] : [texts['grants.offline']]),
    ],
    ...told,
    body: (answer) => [
      drawGrants(self.document, networks, { texts, grantTexts, lang }, isOnline, ({ record }) =>
        answer([record]),
      ),
    ],
    actions: [
      ...(isUnread || !isOnline
        ? [{ label: texts['security.retry'], run: (): Chosen => undefined }]
        : []),
      ...(all.length > 1 && isOnline
        ? [{ label: texts['grants.revokeAll'], run: (): Chosen => all }]
        : []),
    ],
    leave: texts['security.back'],
  })
}

/** Lists what websites may do for the person's smart account, and ends one of it or all. */
export async function showGrants(flow: Flow, parts: Parts): Promise<void> {
  let told: Told = {}
  for (;;) {
    const account = accountOf(flow.wallet.record().evm)
    const { grants: records } = await parts.records()
    const networks = await readList({ config: parts.config, records, account })
    const chosen = await choose(flow, networks, told)
    told = chosen ? await tryEnd(flow, parts, chosen) : {}
  }
}
