import { getSiwx } from '../../../siwx'

const handle = (request: Request): Promise<Response> => getSiwx().handle(request)

export { handle as GET, handle as OPTIONS, handle as POST }
