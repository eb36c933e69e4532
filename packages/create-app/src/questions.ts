import * as clack from '@clack/prompts' // draws questions in a terminal
import { toPlace } from './checks.js'
import {
  CHAINS,
  DEFAULTS,
  FEATURES,
  FRAMEWORKS,
  type Chain,
  type Choice,
  type Chosen,
  type Feature,
  type Framework,
} from './choices.js'
import { createError } from './CreateError.js'

/** The streams of a terminal, or those of a test. */
export interface Terminal {
  readonly input: NodeJS.ReadableStream
  readonly output: NodeJS.WritableStream
}
/** Everything that may be asked for. */
export interface Answers extends Chosen {
  readonly name: string
}

/** @throws CreateError `create.cancelled` where somebody leaves, by Esc or Ctrl+C */
function orLeave<T>(answer: T): Exclude<T, symbol> {
  if (typeof answer !== 'symbol') return answer as Exclude<T, symbol>
  throw createError('create.cancelled', 'Nothing was chosen, and nothing was written.')
}

const optionsOf = <Id extends string>(choices: readonly Choice<Id>[]) =>
  choices.map(({ id, label, hint }) => ({ value: id, label, hint })) as clack.Option<Id>[]

/** Asks for what the flags leave out. @throws CreateError `create.cancelled` */
export async function ask(given: Partial<Answers>, terminal: Terminal): Promise<Answers> {
  const streams = terminal as Pick<clack.CommonOptions, 'input' | 'output'>
  const check = (text: string | undefined): string | undefined => {
    try {
      toPlace(text || 'my-shop')
      return undefined
    } catch (error) {
      return (error as Error).message
    }
  }
  const name = async (): Promise<string> =>
    orLeave(
      await clack.text({
        ...streams,
        message: 'Name of the page, and of its folder (. for this folder)',
        placeholder: 'my-shop',
        defaultValue: 'my-shop',
        validate: check,
      }),
    )
  const framework = async (): Promise<Framework> =>
    orLeave(
      await clack.select({
        ...streams,
        message: 'Framework',
        options: optionsOf<Framework>(FRAMEWORKS),
        initialValue: DEFAULTS.framework,
      }),
    )
  const several = async <Id extends string>(
    message: string,
    choices: readonly Choice<Id>[],
    initialValues: readonly Id[],
    required: boolean,
  ): Promise<readonly Id[]> =>
    orLeave(
      await clack.multiselect({
        ...streams,
        message,
        options: optionsOf(choices),
        initialValues,
        required,
      }),
    )
  return {
    name: given.name ?? (await name()),
    framework: given.framework ?? (await framework()),
    chains: given.chains ?? (await several<Chain>('Chains', CHAINS, DEFAULTS.chains, true)),
    features: given.features ?? (await several<Feature>('Features', FEATURES, [], false)),
  }
}
