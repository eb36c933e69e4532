// This module adds the parts of a browser that React Native lacks. It is imported first.
import * as Crypto from 'expo-crypto'
import 'expo-sqlite/localStorage/install'
import { Linking } from 'react-native'
import { completeAbortSignals } from './abortSignals'

const crypto = { getRandomValues: Crypto.getRandomValues, randomUUID: Crypto.randomUUID }
// WalletConnect's client opens a wallet's app by a global of this name.
Object.assign(globalThis, { crypto: { ...globalThis.crypto, ...crypto }, Linking })
completeAbortSignals()
