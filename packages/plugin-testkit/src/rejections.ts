import type { Dispose } from '@latchkey/plugin-api'
import { show } from './check.js'

/** The part of Node's `process` that is used here. */
interface NodeProcess {
  listeners(event: 'unhandledRejection'): readonly ((reason: unknown) => void)[]
  removeAllListeners(event: 'unhandledRejection'): void
  on(event: 'unhandledRejection', listener: (reason: unknown) => void): void
}
const nodeOf = (global: object): NodeProcess | undefined => {
  const { process } = global as { process?: NodeProcess }
  return typeof process?.listeners === 'function' ? process : undefined
}

/** Replaces the listeners of the test runner, which would fail the run without naming the case. */
function watchNode(node: NodeProcess, note: (reason: unknown) => void): Dispose {
  const before = node.listeners('unhandledRejection')
  node.removeAllListeners('unhandledRejection')
  node.on('unhandledRejection', note)
  return () => {
    node.removeAllListeners('unhandledRejection')
    for (const listener of before) node.on('unhandledRejection', listener)
  }
}

/** Listens before the test runner does. */
function watchBrowser(note: (reason: unknown) => void): Dispose {
  const { window } = globalThis
  const listen = (event: Event): void => {
    event.preventDefault()
    event.stopImmediatePropagation()
    note((event as PromiseRejectionEvent).reason)
  }
  window.addEventListener('unhandledrejection', listen, { capture: true })
  return () => window.removeEventListener('unhandledrejection', listen, { capture: true })
}

/** Records unhandled rejections. Open it before a page is made up, as it needs the real globals. */
export function watchRejections(): { rejected(): readonly string[]; close: Dispose } {
  const rejected: string[] = []
  const note = (reason: unknown): void => void rejected.push(show(reason))
  const node = nodeOf(globalThis)
  const close = node
    ? watchNode(node, note)
    : typeof window === 'undefined'
      ? () => undefined
      : watchBrowser(note)
  return { rejected: () => rejected, close }
}
