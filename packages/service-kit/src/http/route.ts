import { type Context } from 'hono'
import type * as v from 'valibot'

type Schema = v.GenericSchema
type Output<Wanted extends Schema | undefined> = Wanted extends Schema
  ? v.InferOutput<Wanted>
  : undefined

/** The checked parts of a request. */
export interface RouteInput<
  Params extends Schema | undefined,
  Query extends Schema | undefined,
  Body extends Schema | undefined,
> {
  params: Output<Params>
  query: Output<Query>
  body: Output<Body>
  /** For headers of the answer. */
  context: Context
}

export interface RouteSpec<
  Params extends Schema | undefined = Schema | undefined,
  Query extends Schema | undefined = Schema | undefined,
  Body extends Schema | undefined = Schema | undefined,
  Answer extends Schema | undefined = Schema | undefined,
> {
  method: 'get' | 'post' | 'put' | 'delete'
  /** `/v1/account/:account/history` */
  path: string
  /** One sentence for the document. */
  summary: string
  /** Asks for no project and no origin. The document says so. */
  open?: boolean
  /** Asked before anything of a request is read. @throws Refusal */
  admit?(context: Context): void
  /** Lets pages of every origin read the answers. A route for clients of all the world is `open` as well. */
  anyOrigin?: boolean
  params?: Params
  query?: Query
  body?: Body
  /** Takes JSON with content-type text/plain as well, as `navigator.sendBeacon` sends it. */
  beacon?: boolean
  /** Of the JSON answer. Without it the route answers with bytes or text. */
  answer?: Answer
  /** Status of a success. Absent: 200, or the one that the handler sets on its context. */
  status?: 200 | 202
  /** Media types of an answer that is not JSON. */
  media?: readonly string[]
  /** Statuses beyond those that every route has. */
  failures?: readonly number[]
  /** Bodies of failures that have more than reasons, by their status. */
  failureAnswers?: Readonly<Record<number, Schema>>
  /** JSON that is a text already is answered as a Response. */
  handle(
    input: RouteInput<Params, Query, Body>,
  ): Answer extends Schema
    ? v.InferOutput<Answer> | Response | Promise<v.InferOutput<Answer> | Response>
    : Response | Promise<Response>
}

/** A route whose types are forgotten, as a list of routes holds it. */
export interface Route extends Omit<RouteSpec, 'handle'> {
  handle(input: RouteInput<undefined, undefined, undefined>): unknown
}

/** Declares a route: its schemas check the request, type the handler and make the document. */
export const route = <
  Params extends Schema | undefined = undefined,
  Query extends Schema | undefined = undefined,
  Body extends Schema | undefined = undefined,
  Answer extends Schema | undefined = undefined,
>(
  spec: RouteSpec<Params, Query, Body, Answer>,
): Route => spec as unknown as Route
