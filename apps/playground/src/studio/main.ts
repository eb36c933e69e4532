// The studio's own script: it reads the options, writes the code, and tells the stage, which is another page.
import { FRAMEWORKS, sampleOf, type Framework } from './code/frameworks.js'
import { toModel, TOKENS, type Model, type Token } from './model.js'
import { isFromStage, type FromStage } from './stageMessages.js'

const find = <T extends Element = HTMLElement>(selector: string): T => {
  const found = document.querySelector<T>(selector)
  if (!found) throw new Error(`The page has no ${selector}.`)
  return found
}
const form = find<HTMLFormElement>('#options')
const stage = find<HTMLIFrameElement>('#stage')
const order = find('#order')

/** The CSS property that a token's value must suit: another one is left out, and its field says so. */
const PROPERTIES: Partial<Record<Token, string>> = {
  borderRadiusMaster: 'border-radius',
  fontSizeMaster: 'font-size',
  fontFamily: 'font-family',
}
function tokenIn(data: FormData, token: Token): string {
  const value = String(data.get(token) ?? '').trim()
  const isGood = value === '' || CSS.supports(PROPERTIES[token] ?? 'color', value)
  const field = find<HTMLInputElement>(`[name=${token}]`)
  field.ariaInvalid = isGood ? null : 'true'
  return isGood ? value : ''
}

function readModel(): Model {
  const data = new FormData(form)
  const text = (name: string): string => String(data.get(name) ?? '')
  return toModel({
    ...Object.fromEntries(
      ['name', 'signIn', 'statement', 'shape', 'mode', 'locale', 'direction', 'termsUrl'].map(
        (name) => [name, text(name)],
      ),
    ),
    ...Object.fromEntries(
      ['chains', 'ways', 'features', 'flags'].map((name) => [name, data.getAll(name)]),
    ),
    tokens: Object.fromEntries(TOKENS.map((token) => [token, tokenIn(data, token)])),
    order: [...order.children].map((line) => (line as HTMLElement).dataset['slot']),
  })
}

const chosenFramework = (): Framework => {
  const value = find<HTMLInputElement>('[name=framework]:checked').value
  return FRAMEWORKS.find((each) => each === value) ?? 'react'
}

function drawCode(): void {
  const { install, files } = sampleOf(readModel(), chosenFramework())
  const template = find<HTMLTemplateElement>('#file')
  const drawn = [{ path: 'Terminal', text: install }, ...files].map(({ path, text }) => {
    const copy = template.content.cloneNode(true) as DocumentFragment
    copy.querySelector('figcaption span')!.textContent = path
    copy.querySelector('pre')!.ariaLabel = path
    copy.querySelector('code')!.textContent = text
    copy.querySelector('button')!.ariaLabel = `Copy ${path}`
    return copy
  })
  find('#files').replaceChildren(...drawn)
}

/** The field that was used last: the stage's modal takes the focus when it opens, and it is given back. */
let focused: HTMLElement | undefined
const tellStage = (): void => {
  const active = document.activeElement
  focused = active instanceof HTMLElement && form.contains(active) ? active : undefined
  stage.contentWindow?.postMessage({ kind: 'model', model: readModel() }, location.origin)
}

const PAUSE_MS = 150
let telling: ReturnType<typeof setTimeout> | undefined
const changed = (): void => {
  drawCode()
  clearTimeout(telling)
  telling = setTimeout(tellStage, PAUSE_MS)
}

const HEX = /^#[\da-f]{6}$/i
form.addEventListener('input', ({ target }) => {
  if (!(target instanceof HTMLInputElement)) return changed()
  const { colour } = target.dataset
  if (colour) find<HTMLInputElement>(`[name=${colour}]`).value = target.value
  const beside = form.querySelector<HTMLInputElement>(`[data-colour='${target.name}']`)
  if (beside && HEX.test(target.value)) beside.value = target.value
  changed()
})
form.addEventListener('submit', (event) => event.preventDefault())
order.addEventListener('click', ({ target }) => {
  const { move } = target instanceof HTMLElement ? target.dataset : {}
  const line = target instanceof Element ? target.closest('li') : null
  if (move === undefined || !line) return
  if (move === '1') line.nextElementSibling?.after(line)
  else line.previousElementSibling?.before(line)
  ;(target as HTMLElement).focus()
  changed()
})

document.addEventListener('change', ({ target }) => {
  if (!(target instanceof HTMLInputElement)) return
  if (target.name === 'framework') drawCode()
  if (target.name === 'screen') {
    find('#screen').dataset['screen'] = target.value
    stage.contentWindow?.postMessage({ kind: 'model', model: readModel() }, location.origin)
  }
})
document.addEventListener('click', ({ target }) => {
  const button = target instanceof Element ? target.closest<HTMLElement>('[data-copy]') : null
  const text = button?.closest('figure')?.querySelector('code')?.textContent
  if (!button || text === undefined || text === null) return
  void navigator.clipboard.writeText(text).then(
    () => {
      find('#copied').textContent = 'Copied.'
      button.textContent = 'Copied'
    },
    () => {
      find('#copied').textContent = 'The browser did not let this page copy.'
    },
  )
})

const heard: Readonly<Record<FromStage['kind'], (message: FromStage) => void>> = {
  ready: tellStage,
  drawn({ problem }) {
    const status = find('#stage-status')
    status.textContent = problem ?? ''
    status.toggleAttribute('data-bad', problem !== undefined)
    if (document.activeElement === stage) focused?.focus()
  },
}
window.addEventListener('message', ({ data, origin, source }: MessageEvent<unknown>) => {
  if (origin !== location.origin || source !== stage.contentWindow || !isFromStage(data)) return
  heard[data.kind](data)
})

drawCode()
const INTENTS = ['pointermove', 'pointerdown', 'touchstart', 'keydown', 'scroll'] as const
/** The modal is loaded with the visitor's first move, as a host loads it: nothing comes to a page that nobody uses. */
const openStage = (event: Event): void => {
  // A browser reports a pointer that rests over a page which has just been loaded as a move of 0.
  const isMove = event instanceof PointerEvent && event.type === 'pointermove'
  if (isMove && event.movementX === 0 && event.movementY === 0) return
  for (const intent of INTENTS) window.removeEventListener(intent, openStage)
  find('#stage-status').textContent = 'The modal is on its way.'
  stage.src = stage.dataset['src'] ?? ''
}
for (const intent of INTENTS) window.addEventListener(intent, openStage, { passive: true })
// A browser that restores the form after a reload does so before this.
window.addEventListener('pageshow', drawCode)
