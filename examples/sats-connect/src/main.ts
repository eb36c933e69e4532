import { addListener, AddressPurpose, request, type AccountChangeEvent } from 'sats-connect'
import { providerId } from './latchkey.js'

const connect = document.querySelector<HTMLButtonElement>('#connect')!
const sign = document.querySelector<HTMLButtonElement>('#sign')!
const disconnect = document.querySelector<HTMLButtonElement>('#disconnect')!
const result = document.querySelector<HTMLOutputElement>('#result')!

let address: string | undefined
const show = (next?: string): void => {
  address = next
  connect.hidden = next !== undefined
  sign.hidden = disconnect.hidden = next === undefined
  result.value = next ?? ''
}

connect.onclick = async () => {
  const answer = await request('getAccounts', { purposes: [AddressPurpose.Payment] }, providerId)
  if (answer.status === 'success') show(answer.result[0]?.address)
  else result.value = answer.error.message
}
sign.onclick = async () => {
  const answer = await request('signMessage', { address: address!, message: 'Hello' }, providerId)
  result.value =
    answer.status === 'success' ? `signed: ${answer.result.signature}` : answer.error.message
}
disconnect.onclick = () => void request('wallet_disconnect', null, providerId)

// A wallet that comes back after a reload, or changes its account, is told here too.
addListener(
  {
    eventName: 'accountChange',
    cb: ({ addresses }: AccountChangeEvent) => show(addresses?.[0]?.address),
  },
  providerId,
)
addListener({ eventName: 'disconnect', cb: () => show() }, providerId)
