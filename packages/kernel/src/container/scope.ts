import type { Dispose, Token } from '@latchkey/plugin-api'
import type { DependencyContainer } from 'tsyringe'
// tsyringe's main entry throws without a Reflect polyfill, which could replace a host's own. This
// module needs none.
// @ts-expect-error the package has declarations for its main entry only
import { instance } from 'tsyringe/dist/esm2015/dependency-container.js'
import type { Bin } from '../support/bin.js'
import { refuse, refuseTwin } from '../support/refuse.js'

const root = instance as DependencyContainer

/** A plugin's access to the services of all plugins, by token. */
export interface Scope {
  /**
   * Offers a service. `make` runs once, when the service is first asked for. A service with a
   * `dispose` is disposed with its plugin, the last made first.
   * @throws `kernel.duplicate_id`
   */
  provide<T>(token: Token<T>, make: () => T): Dispose
  /** @throws `kernel.token_missing`, `kernel.token_cycle` */
  get<T>(token: Token<T>): T
}

interface Service {
  readonly owner: string
  /** Absent when the service was withdrawn: the container cannot unregister it. */
  read?: (() => unknown) | undefined
}

/**
 * Makes a service once.
 * @param path names of the services that are being made, outermost first; a service that is in it
 * already depends on itself
 * @throws `kernel.token_cycle`
 */
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
        `Services need each other, ${[...path, name].join(' -> ')}: let one ask for the other later.`,
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
 * Creates the kernel's container. tsyringe's root container is shared by all kernels of a page, so
 * nothing is ever registered in it.
 * @returns makes the scope of a plugin; `bin` gets what must end with the plugin
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
            `No plugin provides ${token.description}: install the one that does and name it in dependsOn.`,
          )
        // The provider made what the token's type says.
        return service.read?.() as T
      },
    }
  }
}
