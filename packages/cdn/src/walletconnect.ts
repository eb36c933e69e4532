export * from '@latchkey/walletconnect'
