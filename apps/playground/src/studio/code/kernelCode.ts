import {
  featuresOf,
  isReordered,
  setTokens,
  START,
  waysOf,
  type Flag,
  type Model,
} from '../model.js'
import { code, literal } from './literal.js'
import {
  ASKING_BACKEND,
  BACKEND,
  CHAIN_PARTS,
  FEATURE_PARTS,
  WAY_PARTS,
  type Part,
} from './parts.js'

/** The kernel in code, and the packages that it needs. */
export interface KernelCode {
  imports: string
  /** `createKernel({...})`, without a name. */
  expression: string
  packages: readonly string[]
}

const CORE = ['@latchkey/kernel', '@latchkey/ui-react', '@latchkey/plugin-api']

function signInPart({ signIn, statement }: Model): readonly Part[] {
  if (signIn === 'off') return []
  const options = [
    "store: serverStore({ url: '/api/siwx' })",
    ...(signIn === 'required' ? ['required: true'] : []),
    ...(statement ? [`statement: ${literal(statement)}`] : []),
  ]
  return [
    {
      imports: [
        ['serverStore', '@latchkey/feature-siwx'],
        ['siwx', '@latchkey/feature-siwx'],
      ],
      call: `siwx({ ${options.join(', ')} })`,
      packages: ['@latchkey/feature-siwx'],
    },
  ]
}

function partsOf(model: Model): readonly Part[] {
  const features = featuresOf(model)
  return [
    ...model.chains.map((chain) => CHAIN_PARTS[chain]),
    ...waysOf(model).map((way) => WAY_PARTS[way]),
    ...(features.some((each) => ASKING_BACKEND.includes(each)) ? [BACKEND] : []),
    ...features.map((feature) => FEATURE_PARTS[feature]),
    ...signInPart(model),
  ]
}

/** One line for each module, both in the order of the alphabet. */
export function importsOf(names: readonly (readonly [name: string, module: string])[]): string {
  const modules = new Map<string, Set<string>>()
  for (const [name, module] of names)
    modules.set(module, (modules.get(module) ?? new Set()).add(name))
  return [...modules]
    .sort(([one], [other]) => (one < other ? -1 : 1))
    .map(([module, all]) => `import { ${[...all].sort().join(', ')} } from '${module}'\n`)
    .join('')
}

/** Flags that differ from what the kernel has by itself. */
function flagsOf(model: Model): Record<string, unknown> {
  const has = (name: Flag): boolean => model.flags.includes(name)
  const own = {
    ...(!has('receive') && { receive: false }),
    ...(has('legalCheckbox') && { legalCheckbox: true }),
    ...(has('collapseWallets') && { collapseWallets: true }),
    ...(featuresOf(model).includes('sessions') && { smartSessions: true }),
  }
  return {
    ...(Object.keys(own).length > 0 && { features: own }),
    ...(!has('branding') && { remoteFeatures: { branding: false } }),
  }
}

/** The options beside the plugins, as far as they differ from what the kernel has by itself. */
export function optionsOf(model: Model): Readonly<Record<string, unknown>> {
  const tokens = setTokens(model)
  const { accent, ...others } = tokens
  const isUsual = accent === START.tokens.accent && Object.keys(others).length === 0
  return {
    ...flagsOf(model),
    ...(model.shape === 'embedded' && { embedded: true }),
    ...(model.mode !== 'dark' && { themeMode: model.mode }),
    ...(!isUsual && Object.keys(tokens).length > 0 && { themeVariables: tokens }),
    ...(model.locale !== 'en' && { locale: model.locale }),
    ...(isReordered(model) && { connectorOrder: model.order }),
    ...(model.termsUrl && { termsUrl: model.termsUrl }),
  }
}

export function kernelCode(model: Model): KernelCode {
  const parts = partsOf(model)
  const options = Object.entries(optionsOf(model))
    .map(([name, value]) => `  ${name}: ${code(value, '  ')},\n`)
    .join('')
  const plugins = parts.map(({ call }) => `    ${call},\n`).join('')
  const expression =
    `createKernel({\n  metadata: { name: ${literal(model.name)} },\n` +
    `  plugins: [\n${plugins}  ],\n${options}})`
  return {
    imports: importsOf([
      ['createKernel', '@latchkey/kernel'],
      ...parts.flatMap(({ imports }) => imports),
    ]),
    expression,
    packages: [...new Set([...CORE, ...parts.flatMap(({ packages }) => packages)])],
  }
}
