import { relative } from 'node:path'
import { createInterface } from 'node:readline'
import { parseArgs } from 'node:util'
import { CreateError, isCreateError } from './CreateError.js'
import { createPlugin, type CreatedPlugin, type CreateOptions } from './createPlugin.js'
import { isKind, KINDS, toNames, type Kind } from './names.js'

const HELP = `npm create @latchkey/plugin -- [name] [--kind chain|feature] [--name my-plugin] [--dir folder]

  --kind   chain: a chain family with its wallets; feature: a view with something to do
  --name   my-plugin becomes latchkey-plugin-my-plugin; with a scope, @me/my-plugin, it stays as it is
  --dir    the folder to make or to fill; it has to be new or empty. Named after the package if left out

Asks for what is left out. Without a terminal nothing is asked, and --kind and --name are needed.
`

/** Where it runs: the process, or what a test puts in its place. */
export interface Place {
  stdin: NodeJS.ReadableStream & { isTTY?: boolean }
  stdout: NodeJS.WritableStream
  stderr: { write(text: string): unknown }
}

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
    throw new CreateError('create.invalid_flag', `${(error as Error).message}\n\n${HELP}`, error)
  }
}

const toKind = (text: string): Kind => {
  if (!isKind(text))
    throw new CreateError(
      'create.invalid_kind',
      `"${text.slice(0, 80)}" is no kind of plugin. Expected one of: ${KINDS.join(', ')}.`,
    )
  return text
}
const toName = (text: string): string => {
  toNames(text)
  return text
}

/** Asks for what no flag said, again until it can be used. */
async function complete(
  { kind, name, dir }: Flags,
  { stdin, stdout }: Place,
): Promise<CreateOptions> {
  const given = {
    ...(kind !== undefined && { kind: toKind(kind) }),
    ...(name !== undefined && { name: toName(name) }),
    ...(dir !== undefined && { dir }),
  }
  if (given.kind && given.name !== undefined)
    return { ...given, kind: given.kind, name: given.name }
  if (!stdin.isTTY)
    throw new CreateError(
      'create.invalid_flag',
      `There is no terminal to ask in, and ${given.kind ? '--name' : '--kind'} is missing.\n\n${HELP}`,
    )
  const lines = createInterface({ input: stdin, output: stdout })
  // Lines are kept as they come: what was typed, or pasted, before its question is an answer too.
  const typed = lines[Symbol.asyncIterator]()
  const ask = async <T>(question: string, check: (text: string) => T): Promise<T> => {
    lines.setPrompt(question)
    for (;;) {
      lines.prompt()
      const { value, done } = await typed.next()
      if (done)
        throw new CreateError('create.invalid_flag', 'Nothing was chosen, and nothing was written.')
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
      kind: given.kind ?? (await ask('A chain or a feature? ', toKind)),
      name: given.name ?? (await ask('Its name, such as my-plugin: ', toName)),
    }
  } finally {
    lines.close()
  }
}

function report({ folder, names, files }: CreatedPlugin): string {
  const way = relative('', folder)
  const steps = [
    ...(way ? [`cd ${/\s/.test(way) ? `"${way}"` : way}`] : []),
    'npm install',
    'npm test          # the conformance kit',
    'npm run page      # the plugin in a page',
  ]
  return `${names.packageName}: ${files.length} files in ${folder}\n\n${steps.map((step) => `  ${step}\n`).join('')}`
}

/**
 * The command line.
 * @returns the exit code
 */
export async function run(
  args: readonly string[],
  place: Place,
  more: Pick<CreateOptions, 'templates' | 'ranges'> = {},
): Promise<number> {
  try {
    const flags = readFlags(args)
    if (flags.help) place.stdout.write(HELP)
    else
      place.stdout.write(report(await createPlugin({ ...(await complete(flags, place)), ...more })))
    return 0
  } catch (error) {
    if (!isCreateError(error)) throw error
    place.stderr.write(`${error.message}\n`)
    return 1
  }
}
