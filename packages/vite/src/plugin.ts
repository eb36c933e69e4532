import { readBindings, type Bindings } from './bindings.js'
import { planOpening } from './opening.js'
import { forRolldown, forRollup, hasUnreadList, resolveListed, type Output } from './output.js'
import { createPackages, type OpeningFile } from './packages.js'
import type { Module } from './reach.js'

/** V8 then compiles the functions of a file while it arrives, not one by one when they are called. */
const HINT = '//# allFunctionsCalledOnLoad'

/** A bundler's plugin context as far as it is used; Rollup's and Rolldown's have it alike. */
interface Context {
  readonly meta: { readonly rollupVersion?: string; readonly rolldownVersion?: string }
  getModuleIds(): Iterable<string>
  getModuleInfo(id: string): (Module & { readonly code: string | null }) | null
  parse(code: string): object
  resolve(name: string): Promise<{ readonly id: string } | null>
  warn(message: string): void
}

interface Chunk {
  readonly type: 'chunk' | 'asset'
  code?: string
  map?: { mappings: string } | null
  source?: string | Uint8Array
  readonly name?: string
  readonly sourcemapFileName?: string | null
}

/** A plugin as Vite, Rollup and Rolldown take it, without their types. */
export interface OpeningPlugin {
  readonly name: string
  readonly apply: 'build'
  applyToEnvironment(environment: { readonly config: { readonly consumer: string } }): boolean
  outputOptions(this: Context, output: object): object | undefined
  renderStart(this: Context, output: object): Promise<void>
  buildEnd(this: Context, error?: Error): void
  augmentChunkHash(chunk: { readonly name: string }): string | undefined
  readonly generateBundle: {
    readonly order: 'post'
    handler(output: object, bundle: object): void
  }
}

/** Outputs that cannot be divided have no file of such a name, and stay as they are. */
const isOpening = (name: string | undefined) =>
  name === 'latchkey-modal' || name === 'latchkey-late'

/** The imports of a module and their use; undefined where the bundler's parser cannot read it. */
function bindingsFrom(context: Context, id: string): Bindings | undefined {
  const module = context.getModuleInfo(id)
  if (!module?.code) return undefined
  try {
    return readBindings(context.parse(module.code), module.importedIds)
  } catch {
    return undefined
  }
}

const oneLineDown = (map: { mappings: string }) => ({ ...map, mappings: `;${map.mappings}` })

/** A source map at the end of the code itself, which a line before it would make wrong. */
const INLINE_MAP = /\n\/\/# sourceMappingURL=data:.*\s*$/

/** Puts the hint before a finished file, and moves its source map by the line. */
function addHint(chunk: Chunk, bundle: Readonly<Record<string, Chunk>>) {
  if (INLINE_MAP.test(chunk.code ?? '')) return
  chunk.code = `${HINT}\n${chunk.code ?? ''}`
  if (chunk.map) chunk.map.mappings = `;${chunk.map.mappings}`
  const file = chunk.sourcemapFileName ? bundle[chunk.sourcemapFileName] : undefined
  if (typeof file?.source === 'string')
    file.source = JSON.stringify(oneLineDown(JSON.parse(file.source) as { mappings: string }))
}

/**
 * Puts what an opening of the modal needs into two lazy files, `latchkey-modal` and `latchkey-late`,
 * each with a compile hint in its first line. Nothing comes earlier than without it. It works in the
 * build for browsers; a development server and a server's build stay as they are.
 * @returns a plugin for `plugins` of Vite, Rollup or Rolldown
 * @throws {@link ViteError} while building: `vite.old_rollup`, `vite.invalid_opening`
 * @example export default defineConfig({ plugins: [react(), latchkey()] })
 */
export function latchkey(): OpeningPlugin {
  let files: ReadonlyMap<string, OpeningFile> = new Map()
  return {
    name: 'latchkey-opening',
    apply: 'build',
    applyToEnvironment: ({ config }) => config.consumer === 'client',
    outputOptions(output: Output) {
      const fileOf = (id: string) => files.get(id)
      const { rolldownVersion, rollupVersion = '' } = this.meta
      if (rolldownVersion && hasUnreadList(output))
        this.warn(
          'manualChunks is a list, which Rolldown does not read, so it has no effect. Write a function, ' +
            'or codeSplitting.groups.',
        )
      return rolldownVersion
        ? forRolldown(output, fileOf)
        : forRollup(output, fileOf, rollupVersion)
    },
    async renderStart(output: Output) {
      const missing = await resolveListed(output, async (name) => (await this.resolve(name))?.id)
      if (missing.length)
        this.warn(`manualChunks lists modules that are not found: ${missing.join(', ')}.`)
    },
    buildEnd(error) {
      if (error) return
      const modules = [...this.getModuleIds()].flatMap((id) => {
        const module = this.getModuleInfo(id)
        return module ? [[id, module] as const] : []
      })
      const read = new Map<string, Bindings | undefined>()
      const bindingsOf = (id: string) => {
        if (!read.has(id)) read.set(id, bindingsFrom(this, id))
        return read.get(id)
      }
      files = planOpening(new Map(modules), createPackages(), bindingsOf)
      if (!files.size)
        this.warn(
          'No package of this build has a module of an opening. Leave @latchkey/vite out where no modal is, ' +
            'or update it together with @latchkey/kernel.',
        )
    },
    augmentChunkHash: ({ name }) => (isOpening(name) ? HINT : undefined),
    generateBundle: {
      order: 'post',
      handler(_output, bundle) {
        const all = bundle as Readonly<Record<string, Chunk>>
        for (const chunk of Object.values(all))
          if (chunk.type === 'chunk' && isOpening(chunk.name)) addHint(chunk, all)
      },
    },
  }
}
