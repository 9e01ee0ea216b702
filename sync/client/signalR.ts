import type { HubConnection } from '@microsoft/signalr'

/** A connection to the hub, which has not begun yet. */
export async function signalR(url: string, ticket: () => Promise<string>): Promise<HubConnection> {
  const { HttpTransportType, HubConnectionBuilder, LogLevel } = await import('@microsoft/signalr')
  return new HubConnectionBuilder()
    .withUrl(url, { skipNegotiation: true, transport: HttpTransportType.WebSockets, accessTokenFactory: ticket })
    .configureLogging(LogLevel.None)
    .build()
}
