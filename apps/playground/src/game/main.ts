// The page's own script: it draws the board. The chain and the wallet come with the first wish for them.
import { startButton } from '@latchkey/button'
import { isLit, isWon } from './rules.js'
import type { Table } from './table.js'

const find = <T extends Element = HTMLElement>(selector: string): T => {
  const found = document.querySelector<T>(selector)
  if (!found) throw new Error(`The page has no ${selector}.`)
  return found
}
const lanterns = [...document.querySelectorAll<HTMLButtonElement>('[data-lantern]')]

const table: Table = {
  draw(lit) {
    lanterns.forEach((lantern, index) => (lantern.ariaPressed = String(isLit(lit, index))))
    if (isWon(lit)) table.say('All nine are lit. You have won.')
  },
  say: (text) => void (find('#status').textContent = text),
  log(lantern, transaction) {
    const line = document.createElement('li')
    const [move, hash] = [document.createElement('span'), document.createElement('span')]
    move.textContent = `Lantern ${lantern + 1}`
    hash.textContent = `${transaction.slice(0, 18)}…`
    line.append(move, hash)
    find('#log').prepend(line)
  },
  left: (text) => void (find('[data-left]').textContent = text),
  busy: (lantern) =>
    lanterns.forEach((each, index) => (each.ariaBusy = index === lantern ? 'true' : null)),
  enable({ board, ...buttons }) {
    for (const [id, isOn] of Object.entries(buttons))
      find<HTMLButtonElement>(`#${id}`).disabled = !isOn
    if (board !== undefined) for (const lantern of lanterns) lantern.disabled = !board
  },
}

let opening: ReturnType<typeof open> | undefined
async function open() {
  const { openGame } = await import('./game.js')
  return openGame(table)
}
const load = (): ReturnType<typeof open> =>
  (opening ??= open().catch((error: unknown) => {
    opening = undefined
    throw error
  }))

startButton(find('#wallet'), {
  load,
  id: 'game',
  themeMode: 'auto',
  themeVariables: { accent: '#a4472a' },
  idle: false,
})
for (const name of ['grant', 'new', 'list', 'revoke'] as const)
  find(`#${name}`).addEventListener('click', () => {
    void load().then((game) => game.press(name), reportError)
  })
find('#board').addEventListener('click', ({ target }) => {
  const lantern = target instanceof Element ? target.closest<HTMLElement>('[data-lantern]') : null
  if (lantern)
    void load().then((game) => game.move(Number(lantern.dataset['lantern'])), reportError)
})
