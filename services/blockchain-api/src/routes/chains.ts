import { type Route, route } from '@latchkey/service-kit/http'
import { type ApiContext } from '../context.js'
import { chainsAnswer } from '../schemas.js'

export const chainRoutes = ({ chains }: ApiContext): Route[] => [
  route({
    method: 'get',
    path: '/v1/supported-chains',
    summary: 'The CAIP-2 ids of the chains that can be asked for, by HTTP and by WebSocket.',
    answer: chainsAnswer,
    handle: () => ({
      http: chains.all.map(({ id }) => id),
      ws: chains.all.filter(({ wsUrls = [] }) => wsUrls.length > 0).map(({ id }) => id),
    }),
  }),
]
