import { element } from '../approval/dom.js'
import { confirmed } from './confirm.js'
import type { Flow } from './flow.js'
import { chooseRecovery, openKey } from './recover.js'

/**
 * Shows the 24 words, after a new sign-in. They never leave the frame but by the person's own copy, of
 * which the page warns.
 */
export async function showWords(flow: Flow): Promise<void> {
  const { screens, wallet } = flow
  const { self, texts } = screens
  const { document: page } = self
  await screens.ask<void>({
    title: texts['security.words'],
    texts: [texts['words.why'], texts['words.warning']],
    actions: [{ label: texts['words.show'], kind: 'primary', run: () => undefined, isArmed: true }],
    leave: texts['security.back'],
  })
  if (wallet.needsChoice()) await chooseRecovery(flow)
  else await openKey(flow)
  await confirmed(flow)
  const words = await wallet.words()
  let note: string | undefined
  for (;;) {
    const list = words.map((word) => element(page, 'li', {}, word))
    const isDone = await screens.ask<boolean>({
      title: texts['security.words'],
      texts: [texts['words.warning']],
      error: note,
      body: () => [element(page, 'ol', { class: 'words', dir: 'ltr', tabindex: '0' }, ...list)],
      actions: [
        { label: texts['security.done'], kind: 'primary', run: () => true },
        { label: texts['words.copy'], run: () => false },
      ],
      leave: texts['security.back'],
    })
    if (isDone) return
    note = (await copied(flow, words)) ? texts['words.copied'] : undefined
  }
}

/** Copies the words once the person has read what that means. */
async function copied({ screens }: Flow, words: readonly string[]): Promise<boolean> {
  const { self, texts } = screens
  return screens.ask<Promise<boolean>>({
    title: texts['words.copy'],
    texts: [texts['words.copyWarning']],
    actions: [
      {
        label: texts['words.copyNow'],
        kind: 'primary',
        isArmed: true,
        run: () => self.navigator.clipboard.writeText(words.join(' ')).then(() => true),
      },
      { label: texts['security.back'], run: async () => false },
    ],
  })
}
