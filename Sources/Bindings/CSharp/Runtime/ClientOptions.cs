using System;

namespace IAPBridge
{
    public sealed partial class ClientOptions
    {
        /// <summary>
        /// Wakes the game when there are events for Pump(). The library calls it on any thread, even inside a call of the
        /// game. It must not call the library. A tool that sleeps needs it; a game that pumps in every frame does not.
        /// </summary>
        public Action Wake { get; set; }
    }
}
