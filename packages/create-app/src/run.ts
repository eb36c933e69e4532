import { nextSteps, type Streams } from '@latchkey/create-kit'
import { parseArgs } from 'node:util'
import { toChains, toFeatures, toFramework, toPlace } from './checks.js'
import { CHAINS, DEFAULTS, FEATURES, FRAMEWORKS, type Choice } from './choices.js'
import { createApp, type CreatedApp, type CreateOptions } from './createApp.js'
import { createError, isCreateError } from './CreateError.js'
import type { Answers } from './questions.js'

const list = (choices: readonly Choice[]): string => choices.map(({ id }) => id).join(', ')

const HELP = `npm create @latchkey/app -- [name] [flags]

  name         my-shop; . for the working folder, whose name is taken
  --framework  one of: ${list(FRAMEWORKS)}
  --chains     some of: ${list(CHAINS)}; or all
  --features   some of: ${list(FEATURES)}; or all, or none
  --dir        the folder to make or to fill, new or empty; named after the page if left out
  --yes        asks nothing, and takes ${DEFAULTS.framework}, ${DEFAULTS.chains.join()} and no features
  --tarballs   a folder of packed packages, which are taken in the place of those on npm
  --offline    does not ask whether the npm registry can be reached

Asks for what is left out. Without a terminal it asks nothing, and needs a name.
`

interface Flags {
  name?: string
  framework?: string
  chains?: string
  features?: string
  dir?: string
  tarballs?: string
  yes?: boolean
  offline?: boolean
  help?: boolean
}

const text = { type: 'string' } as const
const yes = { type: 'boolean' } as const

function readFlags(args: readonly string[]): Flags {
  try {
    const {
      values,
      positionals: [first, ...rest],
    } = parseArgs({
      args: [...args],
      allowPositionals: true,
      options: {
        framework: text,
        chains: text,
        features: text,
        dir: text,
        tarballs: text,
        yes: { ...yes, short: 'y' },
        offline: yes,
        help: { ...yes, short: 'h' },
      },
    })
    if (rest[0] !== undefined) throw new Error(`"${rest[0]}" is one name too many`)
    return first === undefined ? values : { ...values, name: first }
  } catch (error) {
    // Node explains at length how to pass a text that begins with a dash.
    const [why = ''] = (error as Error).message.split(/\. |\n/)
    throw createError(
      'create.invalid_flag',
      `${why}: see --help for the flags that there are.`,
      error,
    )
  }
}

const split = (value: string, choices: readonly Choice[]): readonly string[] => {
  if (value === 'all') return choices.map(({ id }) => id)
  return value === 'none' ? [] : value.split(',').map((one) => one.trim())
}

/** The values of the flags, checked. */
function toGiven({ name, framework, chains, features, dir }: Flags): Partial<Answers> {
  if (name !== undefined) toPlace(name, dir)
  return {
    ...(name !== undefined && { name }),
    ...(framework !== undefined && { framework: toFramework(framework) }),
    ...(chains !== undefined && { chains: toChains(split(chains, CHAINS)) }),
    ...(features !== undefined && { features: toFeatures(split(features, FEATURES)) }),
  }
}

/** Asks for what the flags leave out, where there is somebody to ask. */
async function complete(flags: Flags, { stdin, stdout }: Streams): Promise<Answers> {
  const given = toGiven(flags)
  if (stdin.isTTY && !flags.yes) {
    const { ask } = await import('./questions.js')
    return ask(given, { input: stdin, output: stdout })
  }
  const { name, ...chosen } = { ...DEFAULTS, ...given }
  if (name !== undefined) return { name, ...chosen }
  throw createError(
    'create.invalid_flag',
    'There is nobody to ask, and the name is missing: give one, such as my-shop.',
  )
}

const report = ({ folder, name, files }: CreatedApp): string =>
  `${name}: ${files.length} files in ${folder}\n\n` +
  nextSteps(folder, [
    'npm install',
    'npm run dev       # the page, with a wallet for development',
    'npm test          # the wallet connects and signs',
  ])

/**
 * The command line.
 * @returns the exit code
 */
export async function run(
  args: readonly string[],
  streams: Streams,
  more: Pick<CreateOptions, 'ranges'> = {},
): Promise<number> {
  try {
    const flags = readFlags(args)
    if (flags.help) streams.stdout.write(HELP)
    else {
      const answers = await complete(flags, streams)
      const { dir, tarballs, offline = false } = flags
      const app = await createApp({
        ...answers,
        ...(dir !== undefined && { dir }),
        ...(tarballs !== undefined && { tarballs }),
        offline,
        ...more,
      })
      streams.stdout.write(report(app))
    }
    return 0
  } catch (error) {
    if (!isCreateError(error)) throw error
    streams.stderr.write(`${error.message}\n`)
    return 1
  }
}
