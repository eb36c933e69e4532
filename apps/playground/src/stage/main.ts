// The stage of the studio: a host's page whose modal follows the model that the studio sends.
import { defineElements, type KernelElement } from '@latchkey/ui-react/elements'
import { tokensOf, type Model } from '../studio/model.js'
import { modelIn, type FromStage } from '../studio/stageMessages.js'
import { injectWallet } from '../world/wallet.js'
import { loadWorld, type World } from '../world/world.js'
import { makeStageKernel, structureOf, type StageKernel } from './kernel.js'

const find = (id: string): HTMLElement => {
  const found = document.getElementById(id)
  if (!found) throw new Error(`The page has no #${id}.`)
  return found
}
/** The modal's animation takes about so long. */
const DRAWING_MS = 300
const tell = (message: FromStage): void => window.parent.postMessage(message, location.origin)

let shown: { kernel: StageKernel; structure: string } | undefined

const element = (name: string, kernel: StageKernel): HTMLElement => {
  const made = document.createElement(`latchkey-${name}`) as KernelElement
  made.kernel = kernel
  return made
}

/** Puts another kernel's buttons and modal on the page. */
function replaceKernel(world: World, model: Model, structure: string): StageKernel {
  shown?.kernel.dispose()
  find('buttons').replaceChildren()
  find('place').replaceChildren()
  shown = undefined
  const kernel = makeStageKernel(world, model)
  shown = { kernel, structure }
  // For the console and for tests.
  Object.assign(window, { kernels: [kernel] })
  find('buttons').replaceChildren(element('button', kernel), element('network-button', kernel))
  if (model.shape === 'embedded') find('place').replaceChildren(element('modal', kernel))
  return kernel
}

function draw(world: World, model: Model): void {
  document.documentElement.lang = model.locale
  document.documentElement.dir = model.direction
  document.documentElement.style.colorScheme = model.mode === 'auto' ? 'light dark' : model.mode
  find('title').textContent = model.name
  const structure = structureOf(model)
  const isSame = shown?.structure === structure
  const kernel = isSame && shown ? shown.kernel : replaceKernel(world, model, structure)
  kernel.setTheme({ mode: model.mode, variables: tokensOf(model) })
  kernel.setLocale(model.locale)
  if (!isSame) kernel.open('Connect')
}

const world = await loadWorld()
injectWallet(world, true)
defineElements()
window.addEventListener('message', ({ data, origin, source }: MessageEvent<unknown>) => {
  const model = modelIn(data)
  if (origin !== location.origin || source !== window.parent || !model) return
  try {
    draw(world, model)
    // The modal's script may be on its way: the focus is given back once it has drawn.
    setTimeout(() => tell({ kind: 'drawn' }), DRAWING_MS)
  } catch (error) {
    tell({ kind: 'drawn', problem: error instanceof Error ? error.message : String(error) })
  }
})
tell({ kind: 'ready' })
