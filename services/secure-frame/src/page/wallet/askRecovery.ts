import { button, element } from '../approval/dom.js'
import { toFailure } from '../link/errors.js'
import type { Texts } from '../translations/en.js'
import type { SealedRecovery } from './recovery.js'
import type { RecoveryNeeded, Wallet } from './wallet.js'

type Kind = SealedRecovery['kind']

interface Options {
  page: Document
  texts: Texts
  wallet: Wallet
  /** As the passkey is called in lists. */
  email: string
  signal: AbortSignal
}

const load = () => import('./recovery.js')

/** The frame of a screen: heading, text, what to do, and a line for what went wrong. */
function draw({ page, texts }: Options, heading: string, text: string, ...body: Node[]) {
  const status = element(page, 'p', { class: 'status', role: 'alert' })
  const title = element(page, 'h1', { id: 'card-title', tabindex: '-1' }, heading)
  page.body.replaceChildren(
    element(
      page,
      'section',
      { class: 'card', 'aria-labelledby': 'card-title' },
      title,
      element(page, 'p', {}, text),
      ...body,
      status,
    ),
  )
  title.focus()
  /** Runs a step; what goes wrong is said here and can be tried again. */
  return async (step: () => Promise<void>): Promise<void> => {
    status.textContent = texts['frame.working']
    try {
      await step()
      status.textContent = ''
    } catch (error) {
      const { message } = toFailure(error)
      status.textContent = message === 'Something went wrong' ? texts['frame.failed'] : message
    }
  }
}

const untilAborted = (signal: AbortSignal): Promise<never> =>
  new Promise((_, reject) =>
    signal.addEventListener('abort', () => reject(new DOMException('Aborted', 'AbortError'))),
  )

/** A form with one field. */
function form(
  { page, texts }: Options,
  label: string,
  type: 'password' | 'text',
  autocomplete: string,
  onSubmit: (value: string) => void,
): HTMLFormElement {
  const input = element(page, 'input', {
    id: 'card-input',
    type,
    autocomplete,
    required: '',
    autocapitalize: 'off',
    spellcheck: 'false',
  })
  const made = element(
    page,
    'form',
    {},
    element(page, 'label', { for: 'card-input' }, label),
    input,
    element(page, 'button', { type: 'submit', class: 'primary' }, texts['recovery.continue']),
  )
  made.addEventListener('submit', (event) => {
    event.preventDefault()
    onSubmit(input.value)
  })
  return made
}

/** The kit is shown once; the person says when it is kept. */
function showKit(options: Options, kit: string): Promise<void> {
  const { page, texts } = options
  return new Promise((resolve) => {
    const kept = button(page, texts['recovery.kitKept'], 'primary', resolve)
    const text = element(page, 'pre', { class: 'kit', dir: 'ltr', tabindex: '0' }, kit)
    draw(options, texts['recovery.kit'], texts['recovery.kitKeep'], text, kept)
  })
}

/**
 * Has the person choose how the wallet is recovered, as mode `user` wants it before the first signature.
 */
export async function chooseRecovery(options: Options): Promise<void> {
  const { page, texts, wallet, email, signal } = options
  const chosen = new Promise<void>((resolve) => {
    const choices = (): void => {
      const run = draw(
        options,
        texts['recovery.choose'],
        texts['recovery.why'],
        button(page, texts['recovery.passkey'], 'primary', () => void run(byPasskey)),
        button(page, texts['recovery.password'], 'secondary', password),
        button(page, texts['recovery.kit'], 'secondary', () => void run(byKit)),
      )
    }
    const byPasskey = async (): Promise<void> => {
      const { sealByPasskey } = await load()
      await wallet.chooseRecovery((at, share) => sealByPasskey(email, at, share))
      resolve()
    }
    const byKit = async (): Promise<void> => {
      const { sealByKit } = await load()
      await wallet.chooseRecovery(async (at, share) => {
        const { recovery, kit } = await sealByKit(at, share)
        // Kept before anything depends on it.
        await showKit(options, kit)
        return recovery
      })
      resolve()
    }
    const password = (): void => {
      const label = texts['recovery.newPassword']
      const body = form(
        options,
        label,
        'password',
        'new-password',
        (value) =>
          void run(async () => {
            const { sealByPassword } = await load()
            await wallet.chooseRecovery((at, share) => sealByPassword(value, at, share))
            resolve()
          }),
      )
      const run = draw(options, texts['recovery.choose'], texts['recovery.why'], body)
    }
    choices()
  })
  await Promise.race([chosen, untilAborted(signal)])
}

/** Has the person open the wallet on a device that does not have its share. */
export async function askRecovery(
  options: Options,
  { wallet: at, ways }: RecoveryNeeded,
): Promise<void> {
  const { page, texts, wallet, signal } = options
  const wayOf = (kind: Kind) => ways.find((way) => way.kind === kind)
  const opened = new Promise<void>((resolve) => {
    const open = (share: Promise<string>) => async () => {
      await wallet.recover(await share)
      resolve()
    }
    const byText = (way: SealedRecovery): void => {
      const isKit = way.kind === 'kit'
      const label = texts[isKit ? 'recovery.enterKit' : 'recovery.enterPassword']
      const complete = isKit ? 'off' : 'current-password'
      const body = form(options, label, isKit ? 'text' : 'password', complete, (value) => {
        const share = load().then(({ openByKit, openByPassword }) =>
          (isKit ? openByKit : openByPassword)(value, way, at),
        )
        void run(open(share))
      })
      const run = draw(options, texts['recovery.open'], texts['recovery.openWhy'], body)
    }
    const [passkey, password, kit] = [wayOf('passkey'), wayOf('password'), wayOf('kit')]
    const run = draw(
      options,
      texts['recovery.open'],
      texts['recovery.openWhy'],
      ...(passkey
        ? [
            button(
              page,
              texts['recovery.passkey'],
              'primary',
              () => void run(open(load().then(({ openByPasskey }) => openByPasskey(passkey, at)))),
            ),
          ]
        : []),
      ...(password
        ? [button(page, texts['recovery.enterPassword'], 'secondary', () => byText(password))]
        : []),
      ...(kit ? [button(page, texts['recovery.enterKit'], 'secondary', () => byText(kit))] : []),
    )
  })
  await Promise.race([opened, untilAborted(signal)])
}
