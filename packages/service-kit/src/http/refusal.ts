import * as v from 'valibot'

/** The body of every failure. */
export const failedSchema = v.object({
  status: v.literal('FAILED'),
  reasons: v.array(
    v.object({
      /** The field that was refused, or the kind of failure. */
      name: v.string(),
      description: v.string(),
    }),
  ),
})
export type Failed = v.InferOutput<typeof failedSchema>

export const failedBody = (name: string, description: string): Failed => ({
  status: 'FAILED',
  reasons: [{ name, description }],
})

/** A refusal that a client may read: fixed words and numbers, never what a provider or a store said. */
export interface Refusal extends Error {
  readonly code: 'service.refused'
  readonly status: RefusalStatus
  /** The field, or the kind of failure. */
  readonly reason: string
  readonly headers: Readonly<Record<string, string>>
  /** Stands beside the reasons in the body, as `failureAnswers` of the route has it. */
  readonly more?: Readonly<Record<string, unknown>>
}

export type RefusalStatus =
  400 | 401 | 403 | 404 | 405 | 409 | 413 | 414 | 415 | 422 | 429 | 500 | 502 | 503 | 504

/** Makes the error that a route throws to answer with that status and reason. */
export const refusal = (
  status: RefusalStatus,
  reason: string,
  description: string,
  headers: Readonly<Record<string, string>> = {},
): Refusal =>
  Object.assign(new Error(description), {
    code: 'service.refused' as const,
    status,
    reason,
    headers,
  })

/** Bad input: says which field, what was expected and what to do. */
export const badInput = (field: string, description: string): Refusal =>
  refusal(400, field, description)

/** The answer where a path leads nowhere. A route gives it to those who must not know that it is there. */
export const nothingHere = (): Refusal =>
  refusal(404, 'not_found', 'There is nothing at this path. See /openapi.json.')

/** Narrows by code instead of by class. */
export const isRefusal = (error: unknown): error is Refusal =>
  typeof error === 'object' &&
  error !== null &&
  'code' in error &&
  error.code === 'service.refused' &&
  'status' in error
