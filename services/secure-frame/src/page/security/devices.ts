import { getDevices, type recoveryKinds } from '../../contract/user.js'
import { element } from '../approval/dom.js'
import { confirmed } from './confirm.js'
import { done, sure, type Flow } from './flow.js'
import { openKey, sealByChoice } from './recover.js'

interface Device {
  id: string
  name: string
  lastSeen: number
  isThisOne: boolean
}
type Kind = (typeof recoveryKinds)[number]

/** The devices as a list, each other one with a button. */
function drawDevices({ screens }: Flow, devices: readonly Device[], remove: (id: string) => void) {
  const { self, texts } = screens
  const { document: page } = self
  const date = new Intl.DateTimeFormat(page.documentElement.lang, {
    dateStyle: 'medium',
    timeStyle: 'short',
  })
  const items = devices.map(({ id, name, lastSeen, isThisOne }) => {
    const title = element(page, 'strong', { id: `device-${id}` }, element(page, 'bdi', {}, name))
    const seen = texts[isThisOne ? 'devices.this' : 'devices.seen']
    const facts = element(page, 'p', {}, seen.replace('{time}', date.format(lastSeen)))
    if (isThisOne) return element(page, 'li', { class: 'row' }, title, facts)
    const button = element(
      page,
      'button',
      { type: 'button', class: 'secondary', 'aria-describedby': `device-${id}` },
      texts['devices.remove'],
    )
    button.addEventListener('click', (event) => void (event.isTrusted && remove(id)))
    return element(page, 'li', { class: 'row' }, title, facts, button)
  })
  return [element(page, 'ul', { class: 'list' }, ...items)]
}

/**
 * Removes a device: its sessions end, and a new split makes the share on it void. Where the person keeps
 * the recovery, the new recovery share has to be sealed anew, before anything changes. A wallet without a
 * recovery gets one first.
 */
async function remove(flow: Flow, id: string): Promise<void> {
  const { screens, wallet } = flow
  const { texts } = screens
  const isFirst = wallet.needsChoice()
  const isOperators = wallet.record().recovery.includes('automatic')
  await sure(flow, {
    title: texts['devices.remove'],
    texts: [
      texts['devices.removeWhy'],
      ...(isFirst ? [texts['devices.recoveryFirst']] : []),
      ...(isFirst || isOperators ? [] : [texts['security.changeWhy']]),
    ],
    label: texts['devices.remove'],
  })
  await confirmed(flow)
  // Without a recovery that device may have the only share: the split fails where this one has none.
  if (!isFirst) await openKey(flow)
  const automatic = (share: string) => ({ kind: 'automatic' satisfies Kind, share }) as const
  await wallet.split(
    async (at, share) => (isOperators ? automatic(share) : sealByChoice(flow, at, share)),
    id,
  )
  await done(flow, texts['devices.remove'], texts['devices.removed'])
}

/** Lists the devices of the person. */
export async function showDevices(flow: Flow): Promise<void> {
  const { screens, session } = flow
  const { devices } = await session.ask(getDevices, { method: 'GET' })
  const id = await screens.ask<string>({
    title: screens.texts['security.devices'],
    body: (answer) => drawDevices(flow, devices, answer),
    leave: screens.texts['security.back'],
  })
  await remove(flow, id)
}
