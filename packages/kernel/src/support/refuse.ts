import { LatchkeyError, type ErrorCode, type ErrorContexts } from '@latchkey/plugin-api'

/** Throws a LatchkeyError of that code. */
export const refuse = <Code extends ErrorCode>(
  code: Code,
  context: ErrorContexts[Code],
  message: string,
): never => {
  throw new LatchkeyError(code, message, { context })
}

/** @throws `kernel.duplicate_id` */
export const refuseTwin = (
  registry: string,
  id: string,
  owner: string,
  other: string,
  hint = 'choose another id',
): never =>
  refuse(
    'kernel.duplicate_id',
    { registry, id, owner },
    `"${id}" of ${registry} is taken by "${owner}", "${other}" adds it again: ${hint}.`,
  )

/** @throws `kernel.disposed` when the kernel's signal is aborted */
export const demandAlive = (signal: AbortSignal): void => {
  if (signal.aborted)
    refuse('kernel.disposed', {}, 'This kernel was disposed: create a new kernel.')
}
