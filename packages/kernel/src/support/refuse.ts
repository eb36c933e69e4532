import { LatchkeyError, type ErrorCode, type ErrorContexts } from '@latchkey/plugin-api'

/** @throws always, with that code */
export const refuse = <Code extends ErrorCode>(code: Code, context: ErrorContexts[Code], message: string): never => {
  throw new LatchkeyError(code, message, { context })
}
