/// <reference path="./tsyringe.d.ts" />
import type { Dispose, Token } from '@latchkey/plugin-api'
// This file and no barrel: the barrel demands a Reflect polyfill, which would harm a host's own.
import { instance as root } from 'tsyringe/dist/esm2015/dependency-container.js'
import type { Bin } from '../support/bin.js'
import { refuse } from '../support/refuse.js'

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
  /** False once it was taken back: the container itself cannot forget. */
  live: boolean
  read(): unknown
}

/**
 * The kernel's container, child of nothing that others share: the root holds no registration.
 * @returns what makes a plugin's scope; `bin` takes what must end with the plugin
 */
export function createContainer(): (owner: string, bin: Bin) => Scope {
  const shared = root.createChildContainer()
  /** What is being made, outermost first. */
  const path: string[] = []
  return (owner, bin) => {
    const own = shared.createChildContainer()
    const find = (token: symbol): Service | undefined => [own, shared].filter((container) => container.isRegistered(token)).map((container) => container.resolve<Service>(token)).find(({ live }) => live)
    return {
      provide(token, make) {
        const name = String(token.description)
        const taken = find(token)
        if (taken) refuse('kernel.duplicate_id', { registry: 'services', id: name, owner: taken.owner }, `Service ${name} is provided by "${taken.owner}" already: one plugin provides it, others use it.`)
        let made: { value: unknown } | undefined
        let end: Dispose | undefined
        const service: Service = {
          owner,
          live: true,
          read() {
            if (made) return made.value
            if (path.includes(name)) refuse('kernel.token_cycle', { path: [...path, name] }, `Services need each other to be made, ${[...path.slice(path.indexOf(name)), name].join(' -> ')}: let one ask later, outside of its make function.`)
            path.push(name)
            try {
              made = { value: make() }
            } finally {
              path.pop()
            }
            const { value } = made
            if (typeof (value as Partial<{ dispose: unknown }> | null | undefined)?.dispose === 'function') end = bin.add(() => (value as { dispose(): void }).dispose())
            return value
          },
        }
        for (const container of [own, shared]) container.register(token, { useValue: service })
        return bin.add(() => {
          service.live = false
          end?.()
        })
      },
      get<T>(token: Token<T>): T {
        // A token's type is what its provider made.
        return (find(token) ?? refuse('kernel.token_missing', { token: String(token.description) }, `Nobody provides service ${token.description}: install the plugin that does, and name it in dependsOn.`)).read() as T
      },
    }
  }
}
