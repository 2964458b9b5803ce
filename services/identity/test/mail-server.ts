import type { AddressInfo, Server, Socket } from 'node:net';
import { createServer } from 'node:net';
import { SMTPServer } from 'smtp-server';

export interface ReceivedLetter {
  to: string;
  messageId: string;
  at: number;
  /** The addresses that it links to. */
  links: string[];
}

/**
 * How it behaves. `down`: nothing listens. `mute`: takes connections and says nothing. `busy`: asks to come again
 * (451). `slow`: takes a letter and says so after THINKING_MS. `dropping`: takes it and hangs up without a word. To mailboxes that begin with `nobody` it always
 * answers 550.
 */
type Mode = 'up' | 'down' | 'mute' | 'busy' | 'slow' | 'dropping';

export const THINKING_MS = 3000;

/** A mail server at one address that can be had in every mood. */
export class MoodyMailServer {
  readonly received: ReceivedLetter[] = [];
  /** Connections of every mood so far. */
  connections = 0;
  private mode: Mode = 'down';
  private port = 0;
  private readonly sockets = new Set<Socket>();
  private stopListening: () => Promise<void> = async () => {};

  get url(): string {
    return `smtp://127.0.0.1:${this.port}`;
  }

  /** Finds its address, and is down. */
  async open(): Promise<void> {
    await this.become('mute');
    await this.become('down');
  }

  async become(mode: Mode): Promise<void> {
    await this.stopListening();
    this.stopListening = async () => {};
    this.mode = mode;
    if (mode === 'down') return;
    const server = mode === 'mute' ? createServer() : this.createSmtp().server;
    server.on('connection', (socket: Socket) => {
      this.connections += 1;
      this.sockets.add(socket);
      socket.on('error', () => {});
    });
    this.port = await listen(server, this.port);
    this.stopListening = async () => {
      for (const socket of this.sockets) socket.destroy();
      this.sockets.clear();
      await new Promise((resolve) => server.close(resolve));
    };
  }

  private hangUp(remotePort: number): void {
    for (const socket of this.sockets) if (socket.remotePort === remotePort) socket.destroy();
  }

  private createSmtp(): SMTPServer {
    const refusal = (responseCode: number) => Object.assign(new Error('refused'), { responseCode });
    const server = new SMTPServer({
      disabledCommands: ['AUTH', 'STARTTLS'],
      onRcptTo: ({ address }, _, done) => {
        if (address.startsWith('nobody')) done(refusal(550));
        else if (this.mode === 'busy') done(refusal(451));
        else done();
      },
      onData: (stream, session, done) => {
        let text = '';
        stream.on('data', (chunk: Buffer) => (text += chunk.toString()));
        stream.on('end', () => {
          this.received.push(read(text, session.envelope.rcptTo.map(({ address }) => address).join()));
          if (this.mode === 'dropping') this.hangUp(session.remotePort);
          else setTimeout(done, this.mode === 'slow' ? THINKING_MS : 0);
        });
      },
    });
    server.on('error', () => {});
    return server;
  }
}

async function listen(server: Server, port: number): Promise<number> {
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve));
  return (server.address() as AddressInfo).port;
}

function read(text: string, to: string): ReceivedLetter {
  const plain = text.replace(/=\r\n/g, '').replace(/=3D/g, '=');
  return {
    to,
    at: Date.now(),
    messageId: /^Message-ID: (.*)\r$/m.exec(text)?.[1] ?? '',
    links: plain.match(/http:\/\/localhost[^\s"<]+/g) ?? [],
  };
}
