import { type Route, route } from '@latchkey/service-kit/http'
import { type Hex } from 'viem'
import { type Gateway } from '../names/gateway.js'
import * as schemas from '../names/schemas.js'

/** Every client of ENS asks here, from every origin and with no project. */
const FOR_EVERYBODY = { open: true, anyOrigin: true } as const

/** The gateway of ERC-3668, which the resolver on the chain names. */
export const ccipRoutes = (gateway: Gateway): Route[] => [
  route({
    method: 'get',
    path: '/v1/names/ccip/:sender/:data',
    summary: 'Answers a client of ENS, signed (ERC-3668).',
    ...FOR_EVERYBODY,
    params: schemas.gatewayParams,
    answer: schemas.gatewayAnswer,
    failures: [404],
    handle: async ({ params: { sender, data } }) => ({
      data: await gateway.answer(sender, data as Hex),
    }),
  }),
  route({
    method: 'post',
    path: '/v1/names/ccip',
    summary: 'The same for calls of any length.',
    ...FOR_EVERYBODY,
    body: schemas.gatewayBody,
    answer: schemas.gatewayAnswer,
    failures: [404],
    handle: async ({ body: { sender, data } }) => ({
      data: await gateway.answer(sender, data as Hex),
    }),
  }),
]
