import type { SendApi, SendState, SentTransaction } from './api.js'
import { createFees } from './form/fees.js'
import { followAssets } from './form/followAssets.js'
import { checkAmount, createFormFields, followLocale, isSameToken } from './form/formFields.js'
import { createTokenBalances } from './form/tokenBalances.js'
import { createSentTransactions } from './history/sentTransactions.js'
import { readContacts } from './receiver/contacts.js'
import { hasNames } from './receiver/namesPlugin.js'
import { createReceiverField } from './receiver/receiverField.js'
import {
  activeAccountKey,
  createSendServices,
  type SendServices,
  type SendSetup,
} from './services/sendServices.js'
import { createPaymentSubmitter } from './sending/submitPayment.js'
import { createSubmissionListener, emitBalanceChanged } from './sending/submissionListener.js'

export type Form = Omit<SendApi, 'state' | 'canSend' | 'show' | 'back'>

/** The visitor's own input: cleared by a payment, and by another account or network. */
const EMPTY_INPUT = {
  token: undefined,
  sendTokenAmount: undefined,
  receiverAddress: undefined,
  receiverProfileImageUrl: undefined,
  receiverProfileName: undefined,
  receiverNameSource: undefined,
  value: undefined,
  amountProblem: undefined,
  receiver: { status: 'empty' },
  fee: { status: 'unknown' },
  unit: 'token',
  error: undefined,
} as const satisfies Partial<SendState>
/** Data of the account: cleared by another account or network. */
const EMPTY_ACCOUNT = {
  contacts: [],
  tokenBalances: [],
  networkBalanceInUSD: undefined,
  lastRetry: undefined,
} as const satisfies Partial<SendState>

/** The fields, and the data that is read for them. */
function createFormParts(services: SendServices) {
  const { ctx, slice } = services
  const fees = createFees(services, () => checkAmount(services))
  const tokens = createTokenBalances(services, (all) => {
    const { token: before, unit } = slice.get()
    const token = before && (all.find((each) => isSameToken(each, before)) ?? before)
    slice.set({ token })
    // With other decimals or another price, the typed text means another amount.
    if (
      before?.quantity.decimals !== token?.quantity.decimals ||
      (unit === 'fiat' && before?.price !== token?.price)
    )
      fields.setToken(token)
    else fields.check()
  })
  const fields = createFormFields(services, fees, tokens)
  followLocale(services)
  const receiverField = createReceiverField(services, (request) => {
    fields.check()
    if (request) void fields.fill(request).catch((error: unknown) => ctx.log.warn(error))
  })
  const clear = (more: Partial<SendState> = {}): void => {
    receiverField.stop()
    fees.stop()
    slice.set({ ...EMPTY_INPUT, ...more })
  }
  return { fees, tokens, fields, receiverField, clear }
}

/** Calls back when the account or the network in use has changed. */
function onAccountChange(
  { ctx, activeAccount }: SendServices,
  onChange: (isConnected: boolean) => void,
): void {
  let lastKey = activeAccountKey(activeAccount())
  const compare = (): void => {
    const key = activeAccountKey(activeAccount())
    if (key === lastKey) return
    lastKey = key
    onChange(key !== '')
  }
  ctx.accounts.subscribe(compare)
  ctx.activeNetwork.subscribe(compare)
}

/** Reads the contacts of this network into the state, to be chosen from. */
function loadContacts(services: SendServices): void {
  const { ctx, slice, activeAccount, loadAdapter } = services
  const active = activeAccount()
  if (!active) return
  const isStillActive = (): boolean =>
    activeAccountKey(active) === activeAccountKey(activeAccount())
  void loadAdapter(active.network.namespace)
    .then((adapter) => readContacts(services, adapter, active.network))
    .then((contacts) => {
      if (isStillActive()) slice.set({ contacts })
    })
    .catch((error: unknown) => ctx.log.warn(error))
}

/** The facts about the active chain family that the views ask for. */
function chainFacts({ ctx, activeAccount, hasAbility }: SendServices): Partial<SendState> {
  const { namespace = '' } = activeAccount()?.account ?? {}
  return { namespace, takesNames: hasAbility(namespace, 'nameLookup') || hasNames({ ctx }) }
}

/** The form behind {@link SendApi}: everything that the fields and buttons of the views do. */
export function createForm(setup: SendSetup): Form {
  const { ctx, slice } = setup
  const services = createSendServices(setup)
  const { fees, tokens, fields, receiverField, clear } = createFormParts(services)
  const load = (): Promise<void> => {
    loadContacts(services)
    return tokens.load()
  }
  const onEnd = (ended: SentTransaction): void => {
    const { account, network } = ended
    const active = services.activeAccount()
    emitBalanceChanged(services, ended)
    const isActive = active?.account.address === account && active.network.id === network
    if (!isActive || !slice.get().tokenBalances.length) return
    // A reading that is under way may have the balances from before.
    tokens.stop()
    void tokens.load()
  }
  const sentTransactions = createSentTransactions(services, onEnd)
  const listener = createSubmissionListener(services, sentTransactions, tokens, clear)
  const submitter = createPaymentSubmitter(services, fees, listener)
  slice.set(chainFacts(services))
  followAssets(services, () => {
    if (slice.get().tokenBalances.length) void tokens.load()
  })
  onAccountChange(services, (isConnected) => {
    tokens.stop()
    submitter.leaveAccount()
    clear({ ...EMPTY_ACCOUNT, ...chainFacts(services), review: undefined })
    const isShown = ctx.modal.get().open && ctx.router.get().at(-1)?.view.startsWith('send.')
    if (isConnected && isShown) void load()
  })
  return {
    load() {
      sentTransactions.resume()
      return load()
    },
    setToken: fields.setToken,
    setAmount: fields.setAmount,
    setUnit: fields.setUnit,
    max: fields.max,
    confirm: submitter.confirm,
    decline: submitter.decline,
    stopWaiting: submitter.stopWaiting,
    setReceiver: receiverField.set,
    acceptLookalike: receiverField.acceptLookalike,
    async send() {
      if (slice.get().receiver.status === 'checking') await receiverField.whenRead()
      return submitter.send()
    },
    reset: () => clear(),
    dismiss: sentTransactions.dismiss,
  }
}
