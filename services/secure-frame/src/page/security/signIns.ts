import { emailChangeSecondary, emailChangeStart } from '../../contract/emailChange.js'
import { addSignIn, getSignIns, removeSignIn, type SignIns } from '../../contract/linking.js'
import type { SignInKind } from '../../contract/user.js'
import { element } from '../approval/dom.js'
import { byCode } from './byCode.js'
import { confirmed } from './confirm.js'
import { done, sure, type Flow } from './flow.js'
import { byProvider, isProvider, kindName, type Provider } from './providers.js'
import { field } from './screens.js'

interface Chosen {
  kind: SignInKind
  isRemoved: boolean
}

/** The sign-ins as a list, each with a button. One that cannot be removed says why. */
function drawSignIns(
  { screens: { self, texts } }: Flow,
  { signIns }: SignIns,
  remove: (kind: SignInKind) => void,
): readonly HTMLElement[] {
  const { document: page } = self
  const items = signIns.map(({ kind, name, stays }) => {
    const title = element(page, 'strong', { id: `sign-in-${kind}` }, kindName(kind, texts))
    const why = texts[stays === 'address' ? 'signIns.addressStays' : 'signIns.only']
    const facts = stays ? [element(page, 'p', { id: `stays-${kind}` }, why)] : []
    const button = element(
      page,
      'button',
      {
        type: 'button',
        class: 'secondary',
        'aria-describedby': stays ? `sign-in-${kind} stays-${kind}` : `sign-in-${kind}`,
        ...(stays && { 'aria-disabled': 'true' }),
      },
      texts['signIns.remove'],
    )
    button.addEventListener('click', (event) => void (event.isTrusted && !stays && remove(kind)))
    const of = element(page, 'p', {}, element(page, 'bdi', {}, name))
    return element(page, 'li', { class: 'row' }, title, ...(name ? [of] : []), ...facts, button)
  })
  return [element(page, 'ul', { class: 'list' }, ...items)]
}

async function remove(flow: Flow, kind: SignInKind): Promise<void> {
  const { screens, session } = flow
  const { texts } = screens
  await sure(flow, {
    title: texts['signIns.remove'],
    texts: [kindName(kind, texts), texts['signIns.removeWhy']],
    label: texts['signIns.removeNow'],
  })
  await confirmed(flow)
  const path = removeSignIn.path.replace(':kind', kind)
  await session.ask({ ...removeSignIn, path }, { method: 'DELETE' })
  // Where this session came of it, it is over by now.
  await session.reload()
  await done(flow, texts['security.signIns'], texts['signIns.removed'])
}

/** The provider's window opens in a click of its own: a code may have come between. */
async function addByProvider(flow: Flow, provider: Provider): Promise<void> {
  const { screens, session } = flow
  const { texts } = screens
  await screens.tried(async (error) => {
    const result = await byProvider(flow, [provider], {
      title: texts['signIns.add'].replace('{provider}', kindName(provider, texts)),
      texts: [texts['signIns.addWhy']],
      error,
      leave: texts['security.back'],
    })
    await session.ask(addSignIn, { body: result })
  })
}

/** A code of a mail to the address adds it, as a change of the address does. */
async function addEmail(flow: Flow): Promise<void> {
  const { screens, session } = flow
  const { texts } = screens
  const title = texts['signIns.add'].replace('{provider}', texts['signIns.email'])
  const leave = texts['security.back']
  const { origin, lang } = session.asker
  let email = ''
  const start = async (): Promise<string> => {
    const { id } = await session.ask(emailChangeStart, { body: { email, origin, lang } })
    return id
  }
  let id = await screens.tried(async (error) => {
    email = await screens.ask<string>({
      title,
      texts: [texts['signIns.addWhy']],
      error,
      body: (submit) => [
        field(
          screens,
          {
            label: texts['signIns.address'],
            type: 'text',
            autocomplete: 'email',
            value: email,
          },
          (typed) => submit(typed.trim()),
        ),
      ],
      leave,
    })
    return start()
  })
  await byCode(screens, {
    title,
    text: () => texts['confirm.sent'].replace('{email}', email),
    leave,
    again: async () => void (id = await start()),
    check: (code) => session.ask(emailChangeSecondary, { body: { id, code } }),
  })
}

async function add(flow: Flow, kind: SignInKind): Promise<void> {
  const { screens, session } = flow
  const { texts } = screens
  await confirmed(flow)
  await (isProvider(kind) ? addByProvider(flow, kind) : addEmail(flow))
  await session.reload()
  await done(flow, texts['security.signIns'], texts['signIns.added'])
}

/** Lists the ways to sign in, and adds and removes them. */
export async function showSignIns(flow: Flow): Promise<void> {
  const { screens, session } = flow
  const { texts } = screens
  const all = await session.ask(getSignIns, { method: 'GET' })
  const { kind, isRemoved } = await screens.ask<Chosen>({
    title: texts['security.signIns'],
    body: (answer) => drawSignIns(flow, all, (chosen) => answer({ kind: chosen, isRemoved: true })),
    actions: all.canAdd.map((each) => ({
      label: texts['signIns.add'].replace('{provider}', kindName(each, texts)),
      run: () => ({ kind: each, isRemoved: false }),
    })),
    leave: texts['security.back'],
  })
  await (isRemoved ? remove(flow, kind) : add(flow, kind))
}
