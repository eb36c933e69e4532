import { nextSteps, type Streams } from '@latchkey/create-kit'
import { createInterface } from 'node:readline'
import { parseArgs } from 'node:util'
import { createError, isCreateError } from './CreateError.js'
import { createPlugin, type CreatedPlugin, type CreateOptions } from './createPlugin.js'
import { isKind, KINDS, toNames, type Kind } from './names.js'

const HELP = `npm create @latchkey/plugin -- [name] [--kind KIND] [--name my-plugin] [--dir folder]

  --kind   chain: a chain family whose wallet stands under a global name
           chain-wallet-standard: a chain family whose wallets announce themselves
           feature: a view and an account action
  --name   my-plugin becomes latchkey-plugin-my-plugin; with a scope, @me/my-plugin, it stays as it is
  --dir    the folder to make or to fill; it has to be new or empty. Named after the package if left out

Asks for what is left out. Without a terminal it asks nothing, and needs --kind and --name.
`

interface Flags {
  kind?: string
  name?: string
  dir?: string
  help?: boolean
}

function readFlags(args: readonly string[]): Flags {
  try {
    const {
      values,
      positionals: [first, ...rest],
    } = parseArgs({
      args: [...args],
      allowPositionals: true,
      options: {
        kind: { type: 'string' },
        name: { type: 'string' },
        dir: { type: 'string' },
        help: { type: 'boolean', short: 'h' },
      },
    })
    if (rest.length || (first !== undefined && values.name !== undefined))
      throw new Error(`"${rest[0] ?? first}" is one name too many`)
    return first === undefined ? values : { ...values, name: first }
  } catch (error) {
    throw createError('create.invalid_flag', `${(error as Error).message}\n\n${HELP}`, error)
  }
}

const toKind = (text: string): Kind => {
  if (!isKind(text))
    throw createError(
      'create.invalid_kind',
      `"${text.slice(0, 80)}" is not a kind of plugin. Expected one of: ${KINDS.join(', ')}.`,
    )
  return text
}
const toName = (text: string): string => {
  toNames(text)
  return text
}

/** Asks for what the flags leave out, until the answer is valid. */
async function complete(
  { kind, name, dir }: Flags,
  { stdin, stdout }: Streams,
): Promise<CreateOptions> {
  const given = {
    ...(kind !== undefined && { kind: toKind(kind) }),
    ...(name !== undefined && { name: toName(name) }),
    ...(dir !== undefined && { dir }),
  }
  if (given.kind && given.name !== undefined)
    return { ...given, kind: given.kind, name: given.name }
  if (!stdin.isTTY)
    throw createError(
      'create.invalid_flag',
      `There is no terminal to ask in, and ${given.kind ? '--name' : '--kind'} is missing.\n\n${HELP}`,
    )
  const lines = createInterface({ input: stdin, output: stdout })
  // Lines are buffered, so that text typed or pasted before a question answers it.
  const typed = lines[Symbol.asyncIterator]()
  const ask = async <T>(question: string, check: (text: string) => T): Promise<T> => {
    lines.setPrompt(question)
    for (;;) {
      lines.prompt()
      const { value, done } = await typed.next()
      if (done)
        throw createError('create.invalid_flag', 'Nothing was chosen, and nothing was written.')
      try {
        return check(value.trim())
      } catch (error) {
        stdout.write(`${(error as Error).message}\n`)
      }
    }
  }
  try {
    return {
      ...given,
      kind: given.kind ?? (await ask(`Its kind (${KINDS.join(', ')}): `, toKind)),
      name: given.name ?? (await ask('Its name, such as my-plugin: ', toName)),
    }
  } finally {
    lines.close()
  }
}

function report({ folder, names, files }: CreatedPlugin): string {
  const steps = nextSteps(folder, [
    'npm install',
    'npm test          # the conformance kit',
    'npm run page      # the plugin in a page',
  ])
  return `${names.packageName}: ${files.length} files in ${folder}\n\n${steps}`
}

/**
 * The command line.
 * @returns the exit code
 */
export async function run(
  args: readonly string[],
  streams: Streams,
  more: Pick<CreateOptions, 'templates' | 'ranges'> = {},
): Promise<number> {
  try {
    const flags = readFlags(args)
    if (flags.help) streams.stdout.write(HELP)
    else
      streams.stdout.write(
        report(await createPlugin({ ...(await complete(flags, streams)), ...more })),
      )
    return 0
  } catch (error) {
    if (!isCreateError(error)) throw error
    streams.stderr.write(`${error.message}\n`)
    return 1
  }
}
