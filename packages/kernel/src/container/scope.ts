/// <reference path="./tsyringe.d.ts" />
import { LatchkeyError, type Dispose, type Token } from '@latchkey/plugin-api'
// This file and no barrel: the barrel demands a Reflect polyfill, which would harm a host's own.
import { instance as root } from 'tsyringe/dist/esm2015/dependency-container.js'
import { createBin, type Bin } from '../support/bin.js'

/** A plugin's place for services by token; what it provides, its sisters find too. */
export interface Scope {
  /**
   * `make` runs once, on first need. What it made is disposed with the scope, if it has a `dispose`, last made first.
   * @throws `kernel.duplicate_id`
   */
  provide<T>(token: Token<T>, make: () => T): Dispose
  /** @throws `kernel.token_missing`, `kernel.token_cycle` */
  get<T>(token: Token<T>): T
  dispose(): void
}
/** The kernel's own container, child of nothing that others share: the root holds no registration. */
export interface RootScope {
  child(owner: string, onError: (error: unknown) => void): Scope
}

interface Service {
  readonly owner: string
  /** Absent once it was taken back: the container itself cannot forget. */
  read?: (() => unknown) | undefined
}
const nameOf = (token: symbol): string => token.description ?? String(token)

/** Makes a service once, noticing when it is needed to make itself. `path` is what is being made, outermost first. */
function remember(token: symbol, make: () => unknown, path: symbol[], bin: Bin): { read(): unknown; end(): void } {
  let made: { value: unknown; end: Dispose | undefined } | undefined
  const read = (): unknown => {
    if (made) return made.value
    if (path.includes(token)) {
      const names = [...path.slice(path.indexOf(token)), token].map(nameOf)
      throw new LatchkeyError('kernel.token_cycle', `These services need each other to be made: ${names.join(' -> ')}. Let one of them ask later, outside of its make function.`, { context: { path: names } })
    }
    path.push(token)
    try {
      const value = make()
      const disposable = typeof value === 'object' && value !== null && 'dispose' in value && typeof value.dispose === 'function' ? (value as { dispose(): void }) : undefined
      made = { value, end: disposable && bin.add(() => disposable.dispose()) }
    } finally {
      path.pop()
    }
    return made.value
  }
  return { read, end: () => made?.end?.() }
}

/** @returns the kernel's container, in which each plugin gets a child */
export function createRootScope(): RootScope {
  const shared = root.createChildContainer()
  const path: symbol[] = []
  const find = (container: typeof root, token: symbol): Service | undefined => {
    const service = container.isRegistered(token, true) ? container.resolve<Service>(token) : undefined
    return service?.read && service
  }
  return {
    child(owner, onError) {
      const own = shared.createChildContainer()
      const bin = createBin(onError)
      return {
        provide(token, make) {
          const taken = find(shared, token)
          if (taken) throw new LatchkeyError('kernel.duplicate_id', `The service ${nameOf(token)} is provided by "${taken.owner}" already. One plugin provides it, others use it.`, { context: { registry: 'services', id: nameOf(token), owner: taken.owner } })
          const { read, end } = remember(token, make, path, bin)
          const service: Service = { owner, read }
          for (const container of [own, shared]) container.register(token, { useValue: service })
          return bin.add(() => {
            service.read = undefined
            end()
          })
        },
        get<T>(token: Token<T>): T {
          const service = find(own, token) ?? find(shared, token)
          if (!service?.read) throw new LatchkeyError('kernel.token_missing', `Nobody provides the service ${nameOf(token)}. Install the plugin that does, and name it in dependsOn so that it is set up first.`, { context: { token: nameOf(token) } })
          // A token's type is what its provider made.
          return service.read() as T
        },
        dispose: bin.dispose,
      }
    },
  }
}
