import type { Dispose, Token } from '@latchkey/plugin-api'
import type { DependencyContainer } from 'tsyringe'
// This file and no barrel: the barrel demands a Reflect polyfill, which would harm a host's own.
// @ts-expect-error its declarations are those of the barrel
import { instance } from 'tsyringe/dist/esm2015/dependency-container.js'
import type { Bin } from '../support/bin.js'
import { refuse, refuseTwin } from '../support/refuse.js'

const root = instance as DependencyContainer

/** A plugin's place for services by token; what it provides, its sisters find too. */
export interface Scope {
  /**
   * `make` runs once, on first need. What it made is disposed with its plugin, if it has a `dispose`, last made first.
   * @throws `kernel.duplicate_id`
   */
  provide<T>(token: Token<T>, make: () => T): Dispose
  /** @throws `kernel.token_missing`, `kernel.token_cycle` */
  get<T>(token: Token<T>): T
}

interface Service {
  readonly owner: string
  /** Absent once it was taken back: the container itself cannot forget. */
  read?: (() => unknown) | undefined
}

/** Makes a service once. `path` is what is being made, outermost first: who stands in it already needs itself. */
function once(
  name: string,
  make: () => unknown,
  path: string[],
  onMade: (value: unknown) => void,
): () => unknown {
  let made: { value: unknown } | undefined
  return () => {
    if (made) return made.value
    if (path.includes(name))
      refuse(
        'kernel.token_cycle',
        { path: [...path, name] },
        `Services need each other, ${[...path, name].join(' -> ')}: let one ask later.`,
      )
    path.push(name)
    try {
      made = { value: make() }
    } finally {
      path.pop()
    }
    onMade(made.value)
    return made.value
  }
}

/**
 * The kernel's container, child of nothing that others share: the root holds no registration.
 * @returns what makes a plugin's scope; `bin` takes what must end with the plugin
 */
export function createContainer(): (owner: string, bin: Bin) => Scope {
  const shared = root.createChildContainer()
  const path: string[] = []
  return (owner, bin) => {
    const container = shared.createChildContainer()
    const find = (token: symbol): Service | undefined => {
      const service = container.isRegistered(token, true)
        ? container.resolve<Service>(token)
        : undefined
      return service?.read && service
    }
    return {
      provide(token, make) {
        const name = String(token.description)
        const taken = find(token)
        if (taken) refuseTwin('services', name, taken.owner, owner, 'use it instead')
        let end: Dispose | undefined
        const service: Service = {
          owner,
          read: once(name, make, path, (value) => {
            const { dispose } = Object(value) as { dispose?: unknown }
            if (typeof dispose === 'function') end = bin.add(() => dispose.call(value))
          }),
        }
        shared.register(token, { useValue: service })
        return bin.add(() => {
          service.read = undefined
          end?.()
        })
      },
      get<T>(token: Token<T>): T {
        const service =
          find(token) ??
          refuse(
            'kernel.token_missing',
            { token: String(token.description) },
            `Nobody provides ${token.description}: install the plugin that does and name it in dependsOn.`,
          )
        // A token's type is what its provider made.
        return service.read?.() as T
      },
    }
  }
}
