using System;

namespace IAPBridge
{
    public sealed partial class ClientOptions
    {
        /// <summary>
        /// Tells the game that there is something to pump. It is called on any thread, also inside a call of the game, and
        /// must not call the library. For a tool that sleeps; a game that pumps in every frame needs none.
        /// </summary>
        public Action Wake { get; set; }
    }
}
